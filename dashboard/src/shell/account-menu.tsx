import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { signOut } from '#api/browser-client.ts';
import type { Me } from '#api/me.ts';
import { LANGUAGES } from '#lang/language.ts';
import { useLanguage, useTexts } from '#lang/language-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { THEME_CHOICES, useColorTheme } from '../theme/color-theme.tsx';
import styles from './navigation.module.css';
import { shellTexts } from './texts.ts';

const THEME_ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const;
const LANGUAGE_NAMES = { en: 'English', ru: 'Русский' } as const;

type AccountMenuProps = { me: Me; compact?: boolean; onShortcuts: () => void };

export function AccountMenu({ me, compact = false, onShortcuts }: AccountMenuProps) {
  const t = useTexts(shellTexts).account;
  const { choice, choose } = useColorTheme();
  const { language, speak } = useLanguage();
  const mark = (on: boolean) => (on ? <Icon name="check" size={16} /> : null);
  return (
    <Menu position={compact ? 'bottom-end' : 'top-start'} width={248}>
      <Menu.Target>
        <UnstyledButton
          className={styles['switch'] ?? ''}
          aria-label={`${t.menu}: ${me.account.name}`}
          {...(compact ? { style: { width: 'auto' } } : {})}
        >
          <Icon name="account" />
          {!compact && <span>{me.account.name}</span>}
          {!compact && <Icon name="more" size={16} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="account" size={16} />}>
          {t.settings}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<Icon name="docs" size={16} />}>
          {t.docs}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="info" size={16} />} onClick={onShortcuts}>
          {t.keyboard}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t.theme}</Menu.Label>
        {THEME_CHOICES.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<Icon name={THEME_ICONS[one]} size={16} />}
            rightSection={mark(one === choice)}
            onClick={() => choose(one)}
            aria-current={one === choice}
          >
            {t.themes[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.language}</Menu.Label>
        {LANGUAGES.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            rightSection={mark(one === language)}
            onClick={() => speak(one)}
            aria-current={one === language}
          >
            {LANGUAGE_NAMES[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={signOut}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
