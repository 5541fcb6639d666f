/** The shape of this object is the shape of every language. Values are texts, or functions of what they name. */
export const en = {
  bot: {
    greeting: (firstName: string) =>
      `Hello, ${firstName}. This bot signs you in to websites and brings you their messages.\n\n` +
      'Open the link or scan the code that a website shows you, and it goes on here. /help lists what I understand.',
    help: (commands: string) =>
      'To sign in or subscribe, open the link or scan the code that a website shows you. ' +
      `I ask before anything happens.\n\n${commands}`,
    commands: {
      settings: 'what you are subscribed to',
      stop: 'end all subscriptions',
      lang: 'change the language',
      help: 'this message',
    },
    notUnderstood: 'I did not understand that. /help lists what I can do.',
    unknownLink: 'This link does not work. It may be incomplete or out of date: open it on the website once more.',
    unknownButton: 'This button no longer works.',
    failed: 'That did not work. Try again in a minute.',
    nothingToStop: 'You have no subscriptions here, so there is nothing to end.',
    chooseLanguage: 'Which language suits you?',
    languageChosen: 'I will write in English from now on.',
    languageStays: 'We already speak English.',
  },
};

export type Texts = typeof en;
