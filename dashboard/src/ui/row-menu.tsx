import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from './icons.tsx';

export type RowAct = { label: string; act: () => void; danger?: boolean };

/** What can be done with one row of a table; `label` names the row for screen readers. */
export function RowMenu({ label, items }: { label: string; items: RowAct[] }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="md" aria-label={label}>
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label: name, act, danger = false }) => (
          <Menu.Item key={name} {...(danger && { color: 'red' })} onClick={act}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
