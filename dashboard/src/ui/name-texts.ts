import { defineTexts } from '#lang/define-texts.ts';

/** What plans, roles and states of a project are called. */
export const nameTexts = defineTexts({
  en: {
    plans: { free: 'Free', basic: 'Basic', unlimited: 'Unlimited' },
    roles: { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' },
    statuses: { active: 'Active', inactive: 'Switched off' },
  },
  ru: {
    plans: { free: 'Бесплатный', basic: 'Базовый', unlimited: 'Без ограничений' },
    roles: { owner: 'Владелец', admin: 'Администратор', viewer: 'Наблюдатель' },
    statuses: { active: 'Работает', inactive: 'Отключён' },
  },
});
