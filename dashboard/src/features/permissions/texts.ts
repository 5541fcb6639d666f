import { defineTexts } from '#lang/define-texts.ts';
import { plural } from '#lang/plural.ts';

export const permissionTexts = defineTexts({
  en: {
    title: 'Permissions',
    lead: 'Kinds of messages that people switch on and off in the bot with /settings. A message sent with a permission reaches only those who allow it. Up to 20.',
    add: 'New permission',
    name: 'Name',
    nameHint: 'For the API: letters, digits, - and _, up to 64.',
    titleRu: 'Shown in Russian',
    titleEn: 'Shown in English',
    titleHint: 'How people read it in the bot; the name where it is empty.',
    titles: 'Shown as',
    noTitle: 'by its name',
    subscribers: 'Allowed by',
    people: (n: number) => plural('en', n, { one: 'person', many: 'people' }),
    created: 'Created',
    grant: 'Give it to everybody who is subscribed already',
    grantHint:
      'New subscribers have every permission. Those who are here already get this one only if you tick the box; otherwise nobody of them does, until they switch it on themselves. No event tells of it.',
    actsColumn: 'Actions',
    acts: (name: string) => `Acts on ${name}`,
    change: 'Change',
    changeTitle: (name: string) => `Change ${name}`,
    changeHint: 'Whoever allows it goes on to allow it, under the new name.',
    made: 'The permission is there.',
    changed: 'The permission is changed.',
    removeTitle: (name: string) => `Delete the permission ${name}?`,
    removeText: (n: number) =>
      `${plural('en', n, { one: 'person has', many: 'people have' })} it now; nobody will. Messages sent with it are refused from then on, and subscribe links that gave it just subscribe. This cannot be undone.`,
    removed: 'The permission is deleted.',
    emptyTitle: 'No permission yet',
    emptyText:
      'Without any, everything you send arrives. Make one for each kind of messages that people should be able to refuse: news, offers, reminders.',
  },
  ru: {
    title: 'Разрешения',
    lead: 'Виды сообщений, которые человек включает и выключает в боте командой /settings. Сообщение с разрешением дойдёт только до тех, кто его дал. До 20.',
    add: 'Новое разрешение',
    name: 'Название',
    nameHint: 'Для API: буквы, цифры, - и _, до 64 знаков.',
    titleRu: 'Как показать по-русски',
    titleEn: 'Как показать по-английски',
    titleHint: 'Так его видят люди в боте; если пусто — само название.',
    titles: 'Как показано',
    noTitle: 'названием',
    subscribers: 'Разрешили',
    people: (n) => plural('ru', n, { one: 'человек', few: 'человека', many: 'человек' }),
    created: 'Создано',
    grant: 'Дать всем, кто уже подписан',
    grantHint:
      'У новых подписчиков есть все разрешения. У тех, кто уже подписан, это появится, только если поставить галочку; иначе его не будет ни у кого, пока человек не включит его сам. События об этом не приходят.',
    actsColumn: 'Действия',
    acts: (name) => `Действия: ${name}`,
    change: 'Изменить',
    changeTitle: (name) => `Изменить ${name}`,
    changeHint: 'Кто его дал, у того оно и останется — под новым названием.',
    made: 'Разрешение создано.',
    changed: 'Разрешение изменено.',
    removeTitle: (name) => `Удалить разрешение ${name}?`,
    removeText: (n) =>
      `Сейчас его дали: ${plural('ru', n, { one: 'человек', few: 'человека', many: 'человек' })}, не останется ни у кого. Сообщения с ним больше не будут приниматься, а ссылки, которые его давали, будут просто подписывать. Отменить это нельзя.`,
    removed: 'Разрешение удалено.',
    emptyTitle: 'Разрешений пока нет',
    emptyText:
      'Пока их нет, доходит всё, что вы отправляете. Создайте по одному на каждый вид сообщений, от которого можно отказаться: новости, акции, напоминания.',
  },
});
