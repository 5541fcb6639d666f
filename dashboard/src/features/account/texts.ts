import { defineTexts } from '#lang/define-texts.ts';
import { plural } from '#lang/plural.ts';

export const accountTexts = defineTexts({
  en: {
    title: 'My account',
    name: 'Name',
    nameTitle: 'How others see you',
    nameHint: 'In teams and in the audit trail.',
    here: 'In this browser',
    language: 'Language',
    theme: 'Theme',
    identities: 'You sign in with',
    noIdentity:
      'No messenger yet: you came by a one-time link of the operator. Without a messenger only another such link lets you in.',
    sessions: 'Signed-in browsers',
    browser: 'Browser',
    unknownBrowser: 'An unknown browser',
    current: 'this one',
    address: 'Address',
    seen: 'Last seen',
    since: 'Since',
    actions: 'Actions',
    signOut: 'Sign out',
    signOutLabel: (browser: string) => `Sign out: ${browser}`,
    signedOut: 'That browser is signed out.',
    signOutOthers: 'Sign out everywhere else',
    signOutOthersTitle: 'Sign out everywhere but here?',
    signOutOthersText: 'Every other browser has to sign in again through the messenger.',
    signedOutOthers: (n: number) =>
      n === 0
        ? 'You were signed in only here.'
        : `${plural('en', n, { one: 'browser is', many: 'browsers are' })} signed out.`,
  },
  ru: {
    title: 'Моя учётная запись',
    name: 'Имя',
    nameTitle: 'Как вас видят другие',
    nameHint: 'В командах и в журнале действий.',
    here: 'В этом браузере',
    language: 'Язык',
    theme: 'Тема',
    identities: 'Вы входите через',
    noIdentity:
      'Мессенджера пока нет: вы вошли по одноразовой ссылке оператора. Без мессенджера войти снова можно только по такой же ссылке.',
    sessions: 'Где выполнен вход',
    browser: 'Браузер',
    unknownBrowser: 'Неизвестный браузер',
    current: 'этот',
    address: 'Адрес',
    seen: 'Был активен',
    since: 'Вход',
    actions: 'Действия',
    signOut: 'Выйти',
    signOutLabel: (browser) => `Выйти: ${browser}`,
    signedOut: 'В том браузере выполнен выход.',
    signOutOthers: 'Выйти везде, кроме этого браузера',
    signOutOthersTitle: 'Выйти во всех других браузерах?',
    signOutOthersText: 'В каждом из них нужно будет снова войти через мессенджер.',
    signedOutOthers: (n) =>
      n === 0
        ? 'Вход был только здесь.'
        : `Выход выполнен: ${plural('ru', n, { one: 'браузер', few: 'браузера', many: 'браузеров' })}.`,
  },
});
