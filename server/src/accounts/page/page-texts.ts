/** What the pages around signing in say. The shape of the English is the shape of both languages. */
import type { Lang } from '#messengers';
import type { Role } from '../account.ts';

const en = {
  setup: {
    title: 'Set up Bellhop',
    text: 'You become the operator: you see every project, its plan and its limits. Next you confirm in a messenger who you are.',
    button: 'Become the operator',
  },
  operator: {
    title: 'Sign in as the operator',
    text: 'This link signs this browser in without a messenger. It works once.',
    button: 'Sign in',
  },
  invite: {
    title: (project: string) => `Join ${project}`,
    text: (role: Role) => `You are invited as ${enRoles[role]}. Next you confirm in a messenger who you are.`,
    button: 'Join',
  },
  notYou: 'If you did not expect this link, close the page: nothing has happened.',
  again: 'Sign in',
  problems: {
    stranger: {
      title: 'You have no account here',
      text: 'Somebody of the team can send you an invitation. Ask them for the link, and open it in this browser.',
    },
    stale: {
      title: 'This sign-in was started elsewhere',
      text: 'It belongs to another browser, or took too long. Start it here once more.',
    },
    failed: {
      title: 'The sign-in did not work',
      text: 'The confirmation was used already or is out of date. Try again.',
    },
    deadLink: { title: 'This link does not work', text: 'It may be incomplete. Ask for a new one.' },
    usedLink: {
      title: 'This link was used',
      text: 'It works once. If it was you, sign in; if not, ask for a new one.',
    },
    expiredLink: { title: 'This link is out of date', text: 'Ask for a new one.' },
    teamFull: {
      title: 'The team is full',
      text: 'The plan of this project has no room for another member. Its owner can choose a higher plan.',
    },
    secondFree: {
      title: 'You own a free project already',
      text: 'An account may own one. A higher plan on one of the two makes room; the operator can set it.',
    },
    foreign: { title: 'That did not come from this page', text: 'Open the link once more and use its button.' },
    badRequest: { title: 'This address cannot be read', text: 'Start the sign-in once more.' },
    unavailable: { title: 'Signing in is not available', text: 'Try again in a while.' },
  },
  notBuilt: {
    title: 'The dashboard is not built',
    text: 'Run “npm run build” where Bellhop is installed, then load this page again. The API works without it.',
  },
};

const enRoles: Record<Role, string> = {
  owner: 'its owner',
  admin: 'an admin',
  viewer: 'a viewer, who can look but not change',
};

type PageTexts = typeof en;

const ru: PageTexts = {
  setup: {
    title: 'Настройка Bellhop',
    text: 'Вы станете оператором: вам видны все проекты, их тарифы и лимиты. Дальше нужно подтвердить в мессенджере, что это вы.',
    button: 'Стать оператором',
  },
  operator: {
    title: 'Вход оператора',
    text: 'По этой ссылке браузер входит без мессенджера. Она работает один раз.',
    button: 'Войти',
  },
  invite: {
    title: (project) => `Присоединиться к «${project}»`,
    text: (role) => `Вас приглашают: ${ruRoles[role]}. Дальше нужно подтвердить в мессенджере, что это вы.`,
    button: 'Присоединиться',
  },
  notYou: 'Если вы не ждали этой ссылки, закройте страницу: ничего не произошло.',
  again: 'Войти',
  problems: {
    stranger: {
      title: 'У вас нет доступа',
      text: 'Приглашение может прислать любой администратор команды. Попросите ссылку и откройте её в этом браузере.',
    },
    stale: {
      title: 'Этот вход начат в другом месте',
      text: 'Его начали в другом браузере или прошло слишком много времени. Начните здесь ещё раз.',
    },
    failed: { title: 'Войти не удалось', text: 'Подтверждение уже использовано или устарело. Попробуйте ещё раз.' },
    deadLink: { title: 'Ссылка не работает', text: 'Возможно, она неполная. Попросите новую.' },
    usedLink: {
      title: 'Ссылка уже использована',
      text: 'Она работает один раз. Если это были вы, войдите; если нет, попросите новую.',
    },
    expiredLink: { title: 'Ссылка устарела', text: 'Попросите новую.' },
    teamFull: {
      title: 'В команде нет места',
      text: 'Тариф проекта не позволяет добавить ещё одного участника. Владелец может выбрать тариф выше.',
    },
    secondFree: {
      title: 'У вас уже есть бесплатный проект',
      text: 'Бесплатный проект может быть один. Место появится, если у одного из двух будет тариф выше; его меняет оператор.',
    },
    foreign: { title: 'Запрос пришёл не с этой страницы', text: 'Откройте ссылку ещё раз и нажмите кнопку на ней.' },
    badRequest: { title: 'Адрес не удаётся прочитать', text: 'Начните вход ещё раз.' },
    unavailable: { title: 'Вход сейчас недоступен', text: 'Попробуйте немного позже.' },
  },
  notBuilt: {
    title: 'Панель управления не собрана',
    text: 'Выполните «npm run build» там, где установлен Bellhop, и обновите страницу. API работает и без неё.',
  },
};

const ruRoles: Record<Role, string> = {
  owner: 'вы станете владельцем проекта',
  admin: 'вы станете администратором',
  viewer: 'вы сможете смотреть, но не менять',
};

export type Problem = keyof PageTexts['problems'];

export function pageTexts(lang: Lang): PageTexts {
  return lang === 'ru' ? ru : en;
}
