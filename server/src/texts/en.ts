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
  subscription: {
    subscribed: (project: string) =>
      `You are subscribed to ${project}. /settings shows your subscriptions, /stop ends them all.`,
    stopped: 'Your subscriptions are ended. You get no more messages here.',
  },
  settings: {
    /** Above the switches of a subscription, and where it has none. */
    kinds: (project: string) => `${project}: which messages would you like? Tap to switch them on or off.`,
    subscription: (project: string) => `You are subscribed to ${project}.`,
    unsubscribe: 'Unsubscribe',
    unsubscribed: (project: string) => `You are unsubscribed from ${project} and get no more of its messages.`,
    gone: 'This subscription has ended.',
    none: 'You have no subscriptions here. To subscribe, open the link or scan the code that a website shows you.',
    more: (shown: number, count: number) =>
      `These are the newest ${shown} of your ${count} subscriptions. End some of them, and /settings shows the others; /stop ends them all.`,
  },
  login: {
    ask: (project: string) => `Log in to ${project}?`,
    /** Lines under the question, where they are known. */
    browser: (browser: string) => `Browser: ${browser}`,
    address: (address: string) => `Address: ${address}`,
    warning: 'Only go on if you have just asked to log in yourself.',
    askNumber: (project: string) => `Log in to ${project}? Tap the number that the page shows you.`,
    yes: 'Yes',
    no: 'No',
    confirmed: (project: string) => `You are logged in to ${project}.`,
    goBack: (project: string) => `Return to ${project}`,
    declined: (project: string) => `You declined the login to ${project}.`,
    wrongNumber: (project: string) =>
      `That was not the number. The login to ${project} is declined; start again on the website.`,
    expired: (project: string) => `The login to ${project} has expired. Start again on the website.`,
    movedDown: 'See the newer question below.',
    used: 'This login link was used already. Start again on the website.',
    expiredLink: 'This login link has expired. Start again on the website.',
    notYours: 'This login belongs to somebody else. Start your own on the website.',
    unavailable: (project: string) =>
      `Login to ${project} is not available at the moment. Try again later, or ask the website.`,
    notSetUp: (project: string) => `Login by this link is not set up for ${project} yet.`,
    tooMany: 'Too many logins in a short time. Try again later.',
    paused: 'There were several wrong numbers. For your safety there are no login questions for ten minutes.',
    settled: 'This question is settled.',
  },
  loginPage: {
    title: (project: string) => `Log in to ${project}`,
    /** The state, in one sentence. */
    starting: 'One moment…',
    scan: 'Scan the code with your phone’s camera.',
    choose: 'Choose where to confirm.',
    tapNumber: (messenger: string) => `Tap this number in ${messenger}.`,
    confirmIn: (messenger: string) => `Confirm in ${messenger}, then come back here.`,
    completed: (project: string) => `You are logged in. Taking you back to ${project}…`,
    finished: 'This login is finished. You can close this page.',
    declined: 'The login was declined.',
    expired: 'The time for this login has run out.',
    unavailable: (project: string) =>
      `Login is not available at the moment. Try again in a while, or ask ${project} for help.`,
    tooMany: (wait: string) => `Too many logins were started from your network. Try again in ${wait}.`,
    offline: 'There is no connection. The page goes on by itself once it is back.',
    elsewhere: 'Another login was started in this browser and goes on in its own tab.',
    minutes: (count: string) => `${count} min`,
    seconds: (count: string) => `${count} s`,
    timeLeft: (time: string) => `Valid for ${time}`,
    messenger: 'Messenger',
    qr: (messenger: string) => `QR code that opens ${messenger}`,
    number: 'The number to tap',
    openHere: (messenger: string) => `Or open ${messenger} on this device`,
    continueWith: (messenger: string) => `Continue in ${messenger}`,
    start: 'Log in',
    again: 'Start again',
    continueAs: (firstName: string) => `Continue as ${firstName}?`,
    continueWhy: (project: string) =>
      `You confirmed a login to ${project}, but it was started in another browser. You can go on here instead.`,
    continueYes: (firstName: string) => `Continue as ${firstName}`,
    continueNo: 'If you did not just log in yourself, close this page.',
    /** Pages that say why there is no login; `developer` is for whoever builds the website. */
    problems: {
      unknownSite: {
        title: 'There is no login page here',
        text: 'The address may be incomplete. Go back to the website and start from there.',
        developer: 'The address is /login/ and the slug of the project.',
      },
      inactive: {
        title: 'Login is switched off',
        text: 'This website does not take logins at the moment. Ask the website for help.',
        developer: 'The project is inactive; the operator can activate it.',
      },
      unregistered: {
        title: 'This login link is not set up correctly',
        text: 'The website asks to send you to an address that it has not registered, so nothing was started.',
        developer:
          'redirect_uri must equal the callback URL or one of the redirect URIs of the project, to the letter.',
      },
      noReturn: {
        title: 'This login page is not set up yet',
        text: 'The website has not said where to go after the login, so nothing was started.',
        developer: 'Set a callback URL for the project, or register a redirect URI and pass it as redirect_uri.',
      },
      badState: {
        title: 'This login link is not set up correctly',
        text: 'The website sent something with it that cannot be used, so nothing was started.',
        developer: 'state must have 1 to 512 characters, all of them printable; leave it out if you do not need it.',
      },
      deadLink: {
        title: 'This link does not work',
        text: 'It may be incomplete. Go back to the website and log in from there.',
        developer: '',
      },
      outdatedLink: {
        title: 'This link is out of date',
        text: 'It works for five minutes after you confirm. Go back to the website and log in once more.',
        developer: '',
      },
      finished: {
        title: 'This login is finished',
        text: 'You are logged in where you went on. You can close this page.',
        developer: '',
      },
      foreign: {
        title: 'That did not come from this page',
        text: 'Go back to the website and log in from there.',
        developer: 'Forms of the login page are accepted from the page itself only.',
      },
      badRequest: {
        title: 'This address cannot be read',
        text: 'Go back to the website and start from there.',
        developer: 'Each of redirect_uri and state may be given once.',
      },
      tooMany: {
        title: 'Too many logins',
        text: 'Many logins were started from your network within an hour. Try again later.',
        developer: '',
      },
      unavailable: {
        title: 'Login is not available',
        text: 'Try again in a while, or ask the website for help.',
        developer: '',
      },
    },
    forDevelopers: 'For the website’s developer',
  },
};

export type Texts = typeof en;
