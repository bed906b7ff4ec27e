import { BRAND_COLOR, type Theme, themeToAdjust } from 'domain/brand-color';
import { saveGeneralSettingsInput } from 'domain/merchant-inputs';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { BrandPreview } from './brand-preview.tsx';
import styles from './brand-section.module.css';
import type { GeneralValues } from './general-settings-values.ts';
import { LogoColorsChoice } from './logo-colors-choice.tsx';

const isColor = validBy(saveGeneralSettingsInput.shape.brandColor);
/** The picker's value while there is no color: the product's own. */
const PRODUCT_COLOR = '#0b6b47';
const HINTS: Record<Theme, string> = {
  light: 'No tema claro, textos e ícones usam um tom mais escuro desta cor.',
  dark: 'No tema escuro, botões, textos e ícones usam um tom mais claro desta cor.',
};

/** The color of the customers' pages, and its shades in each theme. */
export function BrandSection({ form }: { form: UseFormReturn<GeneralValues> }) {
  const typed = useWatch({ control: form.control, name: 'brandColor' }).trim().toLowerCase();
  const color = BRAND_COLOR.test(typed) ? typed : null;
  const theme = color ? themeToAdjust(color) : undefined;
  const change = (value: string) =>
    form.setValue('brandColor', value, { shouldDirty: true, shouldValidate: true });
  return (
    <SettingsSection title="Cor da marca" description="Botões e destaques das páginas dos seus clientes.">
      <Field
        label="Cor"
        hint={<span aria-live="polite">{hintOf(typed, theme)}</span>}
        error={form.formState.errors.brandColor?.message}
      >
        {(control) => (
          <div className={styles.fields}>
            <input
              type="color"
              aria-label="Escolher a cor"
              className={styles.picker}
              value={color ?? PRODUCT_COLOR}
              onChange={(event) => change(event.target.value)}
            />
            <input
              type="text"
              autoComplete="off"
              spellCheck={false}
              placeholder={PRODUCT_COLOR}
              {...control}
              {...form.register('brandColor', {
                validate: (text) => text.trim() === '' || isColor(text),
              })}
            />
            {typed !== '' && (
              <Button variant="ghost" onClick={() => change('')}>
                Cor padrão
              </Button>
            )}
          </div>
        )}
      </Field>
      <LogoColorsChoice color={color} onChoose={change} />
      <BrandPreview color={color} />
    </SettingsSection>
  );
}

function hintOf(typed: string, theme: Theme | undefined): string {
  if (theme) return HINTS[theme];
  return typed === ''
    ? 'Sem uma cor sua, usamos o verde da Volta.'
    : 'O texto sobre a cor é escolhido para ser lido.';
}
