import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from './icons.tsx';
import { uiTexts } from './texts.ts';

/** `what` is said to screen readers: "Copy: signing secret". */
export function CopyButton({ value, what, withLabel = false }: { value: string; what: string; withLabel?: boolean }) {
  const t = useTexts(uiTexts);
  const clipboard = useClipboard({ timeout: 2000 });
  const icon = <Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />;
  const copy = () => clipboard.copy(value);
  if (withLabel) {
    return (
      <Button variant="default" leftSection={icon} onClick={copy} aria-label={`${t.copy}: ${what}`}>
        {clipboard.copied ? t.copied : t.copy}
      </Button>
    );
  }
  return (
    <Tooltip label={clipboard.copied ? t.copied : t.copy}>
      <ActionIcon size="md" aria-label={`${t.copy}: ${what}`} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
