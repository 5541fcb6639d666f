import { defineTexts } from '#lang/define-texts.ts';

export const projectsTexts = defineTexts({
  en: {
    title: 'Projects',
    lead: 'A project is a website or app that uses Bellhop. It has its own keys, people and limits.',
    create: 'New project',
    name: 'Name',
    slug: 'Slug',
    plan: 'Plan',
    role: 'Your role',
    status: 'State',
    ready: 'The project and its first key are ready',
    key: 'API key',
    emptyTitle: 'No project yet',
    emptyText: 'Create your first project; a minute later your website can log people in by messenger.',
  },
  ru: {
    title: 'Проекты',
    lead: 'Проект — это сайт или приложение, которое работает с Bellhop. У него свои ключи, люди и лимиты.',
    create: 'Новый проект',
    name: 'Название',
    slug: 'Слаг',
    plan: 'Тариф',
    role: 'Ваша роль',
    status: 'Состояние',
    ready: 'Проект и его первый ключ готовы',
    key: 'API-ключ',
    emptyTitle: 'Проектов пока нет',
    emptyText: 'Создайте первый проект: через минуту на ваш сайт можно будет входить через мессенджер.',
  },
});
