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
    limits: {
      requests_per_minute: 'API requests a minute',
      auth_sessions_per_hour: 'Logins started by the API, an hour',
      auth_sessions_per_address: 'Of them from one address, an hour',
      page_sessions_per_address: 'Login pages opened from one address, an hour',
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
    limits: {
      requests_per_minute: 'Запросов к API в минуту',
      auth_sessions_per_hour: 'Входов, начатых через API, в час',
      auth_sessions_per_address: 'Из них с одного адреса, в час',
      page_sessions_per_address: 'Страниц входа с одного адреса, в час',
      logins_per_month: 'Входов в месяц',
      credits_per_month: 'Кредитов в месяц',
    },
  },
});
