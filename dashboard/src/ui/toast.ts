import { notifications } from '@mantine/notifications';

/** Something was done. Short, and it goes away by itself; what needs an answer is not a toast. */
export function toast(message: string): void {
  notifications.show({ message, color: 'green', withBorder: true, autoClose: 4000 });
}

export function toastError(error: unknown, title?: string): void {
  const message = error instanceof Error ? error.message : String(error);
  notifications.show({
    message,
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
    ...(title === undefined ? {} : { title }),
  });
}
