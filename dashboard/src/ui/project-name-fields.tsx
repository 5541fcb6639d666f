import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { nameTexts } from './name-texts.ts';
import { suggestSlug } from './suggest-slug.ts';

type ProjectName = { name: string; slug: string };

/** The slug follows the name until it is written by hand. */
export function ProjectNameFields({ value, onChange }: { value: ProjectName; onChange: (value: ProjectName) => void }) {
  const t = useTexts(nameTexts).fields;
  const [isOwn, setOwn] = useState(false);
  return (
    <>
      <TextInput
        label={t.name}
        required
        maxLength={100}
        value={value.name}
        onChange={({ currentTarget: { value: name } }) =>
          onChange({ name, slug: isOwn ? value.slug : suggestSlug(name) })
        }
        data-autofocus
      />
      <TextInput
        label={t.slug}
        description={t.slugHint}
        required
        pattern="[a-z0-9\-]{3,32}"
        value={value.slug}
        onChange={(event) => {
          setOwn(true);
          onChange({ ...value, slug: event.currentTarget.value });
        }}
      />
    </>
  );
}
