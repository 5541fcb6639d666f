import { SegmentedControl, Stack } from '@mantine/core';
import { useTexts } from '#lang/language-context.tsx';
import { ButtonsEditor } from './buttons-editor.tsx';
import { composeTexts } from './compose-texts.ts';
import { type Composition, openVariables } from './composition.ts';
import { FormatChoice } from './format-choice.tsx';
import { MediaFields } from './media-fields.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { TextField } from './text-field.tsx';
import { VariableFields } from './variable-fields.tsx';

type CompositionFieldsProps = {
  value: Composition;
  onChange: (value: Composition) => void;
  /** Of the longest text that goes out, where the server has said it. */
  length?: number | undefined;
};

/** Everything that can be said, whoever it goes to. */
export function CompositionFields({ value, onChange, length }: CompositionFieldsProps) {
  const t = useTexts(composeTexts);
  const change = (part: Partial<Composition>) => onChange({ ...value, ...part });
  return (
    <Stack>
      <SegmentedControl
        aria-label={t.source}
        value={value.source}
        onChange={(source) => change({ source })}
        data={[
          { value: 'text', label: t.sources.text },
          { value: 'template', label: t.sources.template },
        ]}
      />
      {value.source === 'text' ? (
        <>
          <FormatChoice value={value.format} onChange={(format) => change({ format })} />
          <TextField
            label={t.text}
            format={value.format}
            length={length}
            value={value.text}
            onChange={(text) => change({ text })}
          />
        </>
      ) : (
        <TemplateChoice
          value={value.template?.key}
          onChange={(chosen) => change({ template: chosen && { key: chosen.key, variables: chosen.variables } })}
        />
      )}
      <VariableFields names={openVariables(value)} values={value.vars} onChange={(vars) => change({ vars })} />
      <MediaFields value={value.media} onChange={(media) => change({ media })} />
      <ButtonsEditor value={value.buttons} onChange={(buttons) => change({ buttons })} />
    </Stack>
  );
}
