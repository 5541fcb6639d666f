import type { Lang } from '#messengers';

/** A kind of messages that a person allows. */
export type Permission = {
  id: string;
  name: string;
  /** How people read it in the bot. */
  title: Partial<Record<Lang, string>>;
  createdAt: Date;
};

export function permissionTitle({ name, title }: Pick<Permission, 'name' | 'title'>, lang: Lang): string {
  return title[lang] ?? name;
}
