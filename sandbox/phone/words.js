const words = {
  en: {
    skip: 'Skip to the chat',
    sandbox: 'sandbox',
    switchLanguage: 'Переключить на русский',
    otherLanguage: 'RU',
    close: 'Close',
    messenger: 'Messenger',
    people: 'People',
    invent: 'Invent a person',
    firstName: 'First name',
    username: 'Username, or none',
    language: 'Language',
    add: 'Add',
    openLink: 'Open a link',
    botLink: 'Link to the bot',
    open: 'Open',
    linkHint: 'A QR code holds such a link. Paste the link, or paste or drop a picture of the code.',
    noQrHere: 'This browser cannot read QR codes. Paste the link instead.',
    noQrFound: 'There is no QR code in this picture.',
    menu: 'Menu',
    chat: 'Chat with the bot',
    message: 'Message',
    send: 'Send',
    cancel: 'Cancel',
    start: 'Start',
    restart: 'Restart the bot',
    linkReady: 'A link to {bot}',
    startAs: 'Start as {name}',
    bot: 'bot',
    typing: 'typing…',
    notRunning: 'bot, not running',
    edited: 'edited',
    empty: 'What can this bot do? Press Start, or open a link.',
    blockedNote: 'You blocked the bot. It cannot write to you.',
    block: 'Block the bot',
    unblock: 'Unblock the bot',
    removeChat: 'Delete the chat',
    blocked: 'blocked',
    deactivated: 'deactivated',
    noMessages: 'no messages',
    calls: 'Raw calls',
    showPolls: 'show polls',
    clear: 'Clear',
    toggleCalls: 'Show or hide the raw calls',
    noCalls: 'Every call that a bot makes appears here as it happens.',
    noAnswer: 'no answer',
    ok: 'OK',
    failed: 'That did not work: {reason}',
    byAddress: 'by address',
    newMessages: 'new messages',
  },
  ru: {
    skip: 'К чату',
    sandbox: 'песочница',
    switchLanguage: 'Switch to English',
    otherLanguage: 'EN',
    close: 'Закрыть',
    messenger: 'Мессенджер',
    people: 'Люди',
    invent: 'Придумать человека',
    firstName: 'Имя',
    username: 'Имя пользователя, если есть',
    language: 'Язык',
    add: 'Добавить',
    openLink: 'Открыть ссылку',
    botLink: 'Ссылка на бота',
    open: 'Открыть',
    linkHint: 'Такая ссылка лежит в QR-коде. Вставьте ссылку или картинку с кодом — её можно и перетащить сюда.',
    noQrHere: 'Этот браузер не читает QR-коды. Вставьте саму ссылку.',
    noQrFound: 'На картинке нет QR-кода.',
    menu: 'Меню',
    chat: 'Чат с ботом',
    message: 'Сообщение',
    send: 'Отправить',
    cancel: 'Отменить',
    start: 'Начать',
    restart: 'Перезапустить бота',
    linkReady: 'Ссылка на {bot}',
    startAs: 'Начать как {name}',
    bot: 'бот',
    typing: 'печатает…',
    notRunning: 'бот не запущен',
    edited: 'изменено',
    empty: 'Что умеет этот бот? Нажмите «Начать» или откройте ссылку.',
    blockedNote: 'Вы заблокировали бота. Он не может вам писать.',
    block: 'Заблокировать бота',
    unblock: 'Разблокировать бота',
    removeChat: 'Удалить чат',
    blocked: 'заблокирован',
    deactivated: 'удалён',
    noMessages: 'нет сообщений',
    calls: 'Вызовы как есть',
    showPolls: 'с опросами',
    clear: 'Очистить',
    toggleCalls: 'Показать или скрыть вызовы',
    noCalls: 'Здесь появляется каждый вызов бота, как только он случится.',
    noAnswer: 'нет ответа',
    ok: 'Хорошо',
    failed: 'Не получилось: {reason}',
    byAddress: 'по адресу',
    newMessages: 'новые сообщения',
  },
};

const storageKey = 'bellhop-phone-language';
let language = localStorage.getItem(storageKey) ?? (navigator.language.startsWith('ru') ? 'ru' : 'en');

export const currentLanguage = () => language;

/**
 * @param {keyof typeof words.en} key
 * @param {Record<string, string>} [values]
 */
export function say(key, values = {}) {
  return words[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

export function switchLanguage() {
  language = language === 'ru' ? 'en' : 'ru';
  localStorage.setItem(storageKey, language);
  writeWords();
}

/** Fills every element of the page that names its word. */
export function writeWords() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = say(element.dataset.word);
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', say(element.dataset.label));
    if (element.matches('button')) element.title = say(element.dataset.label);
  }
  for (const element of document.querySelectorAll('[data-placeholder]'))
    element.placeholder = say(element.dataset.placeholder);
  document.querySelector('#language').textContent = say('otherLanguage');
}
