import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Section } from '#ui/section.tsx';
import { toast, toastError } from '#ui/toast.ts';
import { describeBrowser } from '../../../../server/src/login/describe-browser.ts';
import { type BrowserSession, sessionsQuery, useAccountActs } from './account-api.ts';
import { accountTexts } from './texts.ts';

export function SessionTable() {
  const t = useTexts(accountTexts);
  const sessions = useQuery(sessionsQuery);
  const columns = useSessionColumns();
  const { signOutOthers } = useAccountActs();
  const [asking, setAsking] = useState(false);
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Section
      title={t.sessions}
      action={
        hasOthers && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t.signOutOthers}
          </Button>
        )
      }
    >
      {sessions.isError ? (
        <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <DataTable
          label={t.sessions}
          loading={sessions.isPending}
          rows={sessions.data ?? []}
          rowKey={({ id }) => id}
          columns={hasOthers ? columns : columns.filter(({ key }) => key !== 'actions')}
        />
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.signOutOthersTitle}
        confirm={t.signOut}
        act={async () => toast(t.signedOutOthers(await signOutOthers()))}
      >
        {t.signOutOthersText}
      </ConfirmDialog>
    </Section>
  );
}

function useSessionColumns(): Column<BrowserSession>[] {
  const t = useTexts(accountTexts);
  const { signOut } = useAccountActs();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => toast(t.signedOut),
    onError: (error) => toastError(error),
  });
  const browserOf = ({ user_agent }: BrowserSession) => describeBrowser(user_agent) ?? t.unknownBrowser;
  return [
    {
      key: 'browser',
      header: t.browser,
      cell: (session) => (
        <span title={session.user_agent ?? ''}>
          {browserOf(session)}
          {session.current && <span className="soft"> · {t.current}</span>}
        </span>
      ),
    },
    { key: 'address', header: t.address, tight: true, cell: ({ ip }) => <span className="mono">{ip}</span> },
    { key: 'seen', header: t.seen, tight: true, cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} /> },
    {
      key: 'since',
      header: t.since,
      tight: true,
      hiddenOnPhone: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'actions',
      header: t.actions,
      tight: true,
      align: 'right',
      // This browser signs out by the account menu.
      cell: (session) =>
        session.current ? null : (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            loading={leave.isPending && leave.variables === session.id}
            aria-label={t.signOutLabel(browserOf(session))}
            onClick={() => leave.mutate(session.id)}
          >
            {t.signOut}
          </Button>
        ),
    },
  ];
}
