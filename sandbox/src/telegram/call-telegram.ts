import { answerCallbackQuery } from './answer-callback-query.ts';
import { deleteMessage, editMessageCaption, editMessageReplyMarkup, editMessageText } from './edit.ts';
import { findChat } from './find-chat.ts';
import { getUpdates } from './get-updates.ts';
import type { Parameters } from './parameters.ts';
import { badRequest, TelegramRefusal } from './refusal.ts';
import { sendChatAction, sendMedia, sendMessage } from './send.ts';
import { botUser } from './shapes.ts';
import type { Telegram } from './telegram.ts';
import { deleteWebhook, getWebhookInfo, setWebhook } from './webhook.ts';

type Method = (telegram: Telegram, parameters: Parameters, hungUp: AbortSignal) => unknown;

const methods: Readonly<Record<string, Method>> = {
  getme: (telegram) => ({
    ...botUser(telegram),
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  }),
  getupdates: getUpdates,
  setwebhook: setWebhook,
  deletewebhook: deleteWebhook,
  getwebhookinfo: getWebhookInfo,
  sendmessage: sendMessage,
  sendphoto: sendMedia('photo'),
  sendvideo: sendMedia('video'),
  senddocument: sendMedia('document'),
  editmessagetext: editMessageText,
  editmessagecaption: editMessageCaption,
  editmessagereplymarkup: editMessageReplyMarkup,
  deletemessage: deleteMessage,
  answercallbackquery: answerCallbackQuery,
  sendchataction: sendChatAction,
  setmycommands: setMyCommands,
  getmycommands: (telegram) => telegram.commands,
  deletemycommands: (telegram) => {
    telegram.commands = [];
    return true;
  },
  leavechat: (telegram, parameters) => {
    findChat(telegram, parameters);
    throw badRequest("chat member status can't be changed in private chats");
  },
};

/** Method names are case-insensitive in the original. */
export async function callTelegram(
  telegram: Telegram,
  method: string,
  parameters: Parameters,
  hungUp: AbortSignal,
): Promise<unknown> {
  const run = methods[method.toLowerCase()];
  if (!run) throw new TelegramRefusal(404, 'Not Found');
  return run(telegram, parameters, hungUp);
}

function setMyCommands(telegram: Telegram, parameters: Parameters): true {
  const commands = parameters.json('commands');
  if (!Array.isArray(commands)) throw badRequest("can't parse commands: expected an Array of BotCommand");
  for (const { command, description } of commands as { command?: unknown; description?: unknown }[]) {
    if (typeof command !== 'string' || !/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
    if (typeof description !== 'string' || description === '') throw badRequest('command description is empty');
  }
  telegram.commands = commands;
  telegram.world.touch();
  return true;
}
