import { SegmentedControl } from '@mantine/core';
import { LANGUAGES, type Language } from '#lang/language.ts';
import { useLanguage, useTexts } from '#lang/language-context.tsx';
import { shellTexts } from '#shell/texts.ts';
import { Section } from '#ui/section.tsx';
import { THEME_CHOICES, type ThemeChoice, useColorTheme } from '../../theme/color-theme.tsx';
import styles from './browser-choices.module.css';
import { accountTexts } from './texts.ts';

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ru: 'Русский' };

/** Remembered in this browser, and effective at once. */
export function BrowserChoices() {
  const t = useTexts(accountTexts);
  const { themes } = useTexts(shellTexts).account;
  const { language, speak } = useLanguage();
  const { choice, choose } = useColorTheme();
  return (
    <Section title={t.here} card>
      <div className={styles['choices']}>
        <span>{t.language}</span>
        <SegmentedControl
          aria-label={t.language}
          value={language}
          onChange={(value) => speak(value as Language)}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <span>{t.theme}</span>
        <SegmentedControl
          aria-label={t.theme}
          value={choice}
          onChange={(value) => choose(value as ThemeChoice)}
          data={THEME_CHOICES.map((value) => ({ value, label: themes[value] }))}
        />
      </div>
    </Section>
  );
}
