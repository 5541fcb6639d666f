import { defineTexts } from '#lang/define-texts.ts';
import type { FAILURE_REASONS, SKIP_REASONS } from '../../../../server/src/messages/reasons.ts';

export type KnownReason = (typeof FAILURE_REASONS)[number] | keyof typeof SKIP_REASONS;

/** `short` for a column, `says` what happened, `next` what to do. */
export type ReasonWords = { short: string; says: string; next: string };

/** Every reason that the server knows, so that a new one does not compile until it has words. */
export const reasonTexts = defineTexts<Record<KnownReason, ReasonWords>>({
  en: {
    user_blocked_bot: {
      short: 'bot blocked',
      says: 'The person has blocked the bot, so their subscription has ended.',
      next: 'Nothing more goes to them. Should they want to hear from you again, they unblock the bot and open a subscribe link.',
    },
    chat_not_found: {
      short: 'no such chat',
      says: 'The messenger knows no chat with this person: the account is gone, or the chat was never opened. Their subscription has ended.',
      next: 'Should they want to hear from you again, give them a subscribe link.',
    },
    bot_banned: {
      short: 'bot refused',
      says: 'The messenger refuses the bot itself: its token is not valid, or it was banned.',
      next: 'The operator checks the bot. Then send it again.',
    },
    invalid_message: {
      short: 'not accepted',
      says: 'The messenger does not accept this message as it is.',
      next: 'Its own words are below. Correct the text, the buttons or the file, and send it again.',
    },
    rate_limited: {
      short: 'too many at once',
      says: 'The messenger was asked too often, and waiting did not help.',
      next: 'Send it again in a few minutes.',
    },
    platform_unavailable: {
      short: 'messenger away',
      says: 'The messenger could not be reached.',
      next: 'Send it again once it is back.',
    },
    unknown: {
      short: 'unknown',
      says: 'It is not certain whether it arrived: the sending was interrupted, or the answer was not one that we know. It is not repeated, so that nobody gets it twice.',
      next: 'Ask the person before you send it again.',
    },
    inactive: {
      short: 'not subscribed',
      says: 'The person is not subscribed, so it was not sent and costs nothing.',
      next: 'A subscribe link lets them subscribe again.',
    },
    blocked: {
      short: 'bot blocked',
      says: 'The person had blocked the bot before, so it was not sent and costs nothing.',
      next: 'They have to unblock the bot and open a subscribe link.',
    },
    no_permission: {
      short: 'not allowed',
      says: 'The person does not allow this kind of messages, so it was not sent and costs nothing.',
      next: 'They can allow it with /settings in the bot. Leave the permission out only for what they must know.',
    },
    no_bot: {
      short: 'no bot',
      says: 'This system has no bot on that messenger, so it was not sent and costs nothing.',
      next: 'The operator can set one up.',
    },
    unsubscribed: {
      short: 'unsubscribed',
      says: 'The person ended the subscription before it went out. It costs nothing.',
      next: 'There is nothing to do.',
    },
    cancelled: {
      short: 'cancelled',
      says: 'The broadcast was cancelled before this one went out. It costs nothing.',
      next: 'There is nothing to do.',
    },
  },
  ru: {
    user_blocked_bot: {
      short: 'бот заблокирован',
      says: 'Человек заблокировал бота, подписка закончилась.',
      next: 'Больше ему ничего не отправляется. Если он захочет вернуться, пусть разблокирует бота и откроет ссылку подписки.',
    },
    chat_not_found: {
      short: 'нет чата',
      says: 'У мессенджера нет чата с этим человеком: учётная запись удалена или чат не открывали. Подписка закончилась.',
      next: 'Если человек захочет вернуться, дайте ему ссылку подписки.',
    },
    bot_banned: {
      short: 'бот не принят',
      says: 'Мессенджер не принимает самого бота: токен недействителен или бот заблокирован платформой.',
      next: 'Бота проверит оператор. Потом отправьте ещё раз.',
    },
    invalid_message: {
      short: 'не принято',
      says: 'Мессенджер не принимает сообщение в таком виде.',
      next: 'Ниже его собственные слова. Исправьте текст, кнопки или файл и отправьте ещё раз.',
    },
    rate_limited: {
      short: 'слишком часто',
      says: 'К мессенджеру обращались слишком часто, ожидание не помогло.',
      next: 'Отправьте ещё раз через несколько минут.',
    },
    platform_unavailable: {
      short: 'нет связи',
      says: 'Мессенджер был недоступен.',
      next: 'Отправьте ещё раз, когда он заработает.',
    },
    unknown: {
      short: 'неизвестно',
      says: 'Неясно, дошло ли сообщение: отправка прервалась или ответ оказался незнакомым. Мы не повторяем её, чтобы никто не получил одно и то же дважды.',
      next: 'Прежде чем отправлять ещё раз, уточните у человека.',
    },
    inactive: {
      short: 'нет подписки',
      says: 'Человек не подписан, поэтому сообщение не отправлено и ничего не стоит.',
      next: 'Подписаться снова можно по ссылке подписки.',
    },
    blocked: {
      short: 'бот заблокирован',
      says: 'Человек ещё раньше заблокировал бота, поэтому сообщение не отправлено и ничего не стоит.',
      next: 'Ему нужно разблокировать бота и открыть ссылку подписки.',
    },
    no_permission: {
      short: 'нет разрешения',
      says: 'Человек не разрешил такие сообщения, поэтому оно не отправлено и ничего не стоит.',
      next: 'Разрешить можно в боте командой /settings. Без разрешения отправляйте только то, что человек обязан знать.',
    },
    no_bot: {
      short: 'нет бота',
      says: 'В этой системе нет бота в этом мессенджере, поэтому сообщение не отправлено и ничего не стоит.',
      next: 'Бота может подключить оператор.',
    },
    unsubscribed: {
      short: 'отписался',
      says: 'Человек отписался раньше, чем сообщение ушло. Оно ничего не стоит.',
      next: 'Делать ничего не нужно.',
    },
    cancelled: {
      short: 'отменено',
      says: 'Рассылку отменили раньше, чем ушло это сообщение. Оно ничего не стоит.',
      next: 'Делать ничего не нужно.',
    },
  },
});
