import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Me, meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SaveForm } from '#ui/save-form.tsx';
import { Section } from '#ui/section.tsx';
import { useAccountActs } from './account-api.ts';
import { BrowserChoices } from './browser-choices.tsx';
import { SessionTable } from './session-table.tsx';
import { accountTexts } from './texts.ts';

export function AccountPage() {
  const t = useTexts(accountTexts);
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  return (
    <>
      <PageTitle title={t.title} />
      <NameForm name={me.account.name} />
      <BrowserChoices />
      <Identities of={me.account} />
      <SessionTable />
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const t = useTexts(accountTexts);
  const { rename } = useAccountActs();
  const [typed, setTyped] = useState(name);
  const wish = typed.trim();
  return (
    <SaveForm title={t.nameTitle} mayChange changed={wish !== name && wish !== ''} act={() => rename(wish)}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </SaveForm>
  );
}

function Identities({ of: { identities } }: { of: Me['account'] }) {
  const t = useTexts(accountTexts);
  return (
    <Section title={t.identities} card>
      {identities.length === 0 ? (
        <p>{t.noIdentity}</p>
      ) : (
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {identities.map(({ channel, first_name, username }) => (
            <li key={channel}>
              <ChannelName channel={channel} /> {first_name}
              {username !== null && <span className="soft"> @{username}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
