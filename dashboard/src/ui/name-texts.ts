import { defineTexts } from '#lang/define-texts.ts';

/** Words about projects that several pages use. */
export const nameTexts = defineTexts({
  en: {
    fields: {
      name: 'Name',
      slug: 'Slug',
      slugHint: 'Part of its links: 3 to 32 lowercase letters, digits and hyphens. It cannot be changed later.',
    },
    plans: { free: 'Free', basic: 'Basic', unlimited: 'Unlimited' },
    roles: { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' },
    statuses: { active: 'Active', inactive: 'Switched off' },
    /** By what the project becomes. */
    switch: {
      inactive: {
        verb: 'Switch off',
        title: (name: string) => `Switch “${name}” off?`,
        text: 'Its keys and logins are refused and its broadcasts rest, at once. Webhooks that are pending still go out; nothing is deleted.',
        done: 'The project is switched off.',
      },
      active: {
        verb: 'Switch on',
        title: (name: string) => `Switch “${name}” on?`,
        text: 'Its keys and logins work again, and its broadcasts go on.',
        done: 'The project is active again.',
      },
    },
    limits: {
      requests_per_minute: 'API requests a minute',
      auth_sessions_per_hour: 'API logins an hour',
      auth_sessions_per_address: 'API logins an hour from one address',
      page_sessions_per_address: 'Login pages an hour from one address',
      logins_per_month: 'Logins a month',
      credits_per_month: 'Credits a month',
    },
  },
  ru: {
    fields: {
      name: 'Название',
      slug: 'Слаг',
      slugHint: 'Часть его ссылок: от 3 до 32 строчных латинских букв, цифр и дефисов. Потом изменить нельзя.',
    },
    plans: { free: 'Бесплатный', basic: 'Базовый', unlimited: 'Без ограничений' },
    roles: { owner: 'Владелец', admin: 'Администратор', viewer: 'Наблюдатель' },
    statuses: { active: 'Работает', inactive: 'Отключён' },
    switch: {
      inactive: {
        verb: 'Отключить',
        title: (name) => `Отключить «${name}»?`,
        text: 'Его ключи и входы сразу перестанут приниматься, рассылки встанут. Вебхуки, которые ждут отправки, ещё уйдут; ничего не удаляется.',
        done: 'Проект отключён.',
      },
      active: {
        verb: 'Включить',
        title: (name) => `Включить «${name}»?`,
        text: 'Ключи и входы снова заработают, рассылки продолжатся.',
        done: 'Проект снова работает.',
      },
    },
    limits: {
      requests_per_minute: 'Запросов к API в минуту',
      auth_sessions_per_hour: 'Входов через API в час',
      auth_sessions_per_address: 'Входов через API в час с одного адреса',
      page_sessions_per_address: 'Страниц входа в час с одного адреса',
      logins_per_month: 'Входов в месяц',
      credits_per_month: 'Кредитов в месяц',
    },
  },
});
