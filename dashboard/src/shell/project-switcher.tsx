import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MyProject } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from '#ui/icons.tsx';
import bell from '../../../server/pages/bell.svg';
import styles from './navigation.module.css';
import { shellTexts } from './texts.ts';

type ProjectSwitcherProps = { projects: MyProject[]; current: MyProject | undefined };

export function ProjectSwitcher({ projects, current }: ProjectSwitcherProps) {
  const t = useTexts(shellTexts).project;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={styles['switch'] ?? ''} aria-label={`${t.choose}: ${current?.name ?? t.none}`}>
          <img src={bell} alt="" width={32} height={32} />
          <span>{current?.name ?? t.none}</span>
          <Icon name="chevronDown" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ project_id, name, slug }) => (
          <Menu.Item
            key={project_id}
            component={Link}
            to={`/p/${slug}/overview`}
            leftSection={
              project_id === current?.project_id ? (
                <Icon name="check" size={16} />
              ) : (
                <span style={{ display: 'block', width: 16 }} />
              )
            }
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/projects" leftSection={<Icon name="projects" size={16} />}>
          {t.all}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
