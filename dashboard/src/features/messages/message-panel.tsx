import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { shellTexts } from '#shell/texts.ts';
import { SidePanel } from '#ui/side-panel.tsx';

export function MessagePanel() {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  return (
    <SidePanel title={t.pages.messages} onClose={() => void navigate({ to: '..', search: true })}>
      {t.coming}
    </SidePanel>
  );
}
