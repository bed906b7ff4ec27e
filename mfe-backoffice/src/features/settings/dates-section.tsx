import { describeDays, saveCashbackSettingsInput } from 'domain/cashback-settings';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { Chip } from 'ui/chip';
import { VisuallyHidden } from 'ui/visually-hidden';
import { Option, SettingsSection } from '../../lib/settings-section.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { daysOf, type SettingsValues } from './cashback-settings-values.ts';
import styles from './dates-section.module.css';
import { UnitField } from './unit-field.tsx';

const { shape } = saveCashbackSettingsInput;
const isMaturing = validBy(shape.maturingDays);
const isExpiration = validBy(shape.expirationDays);
const SUGGESTED_DAYS = [180, 365];

/** From when and until when a credit can be spent. */
export function DatesSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { control, register, formState } = form;
  const [availableImmediately, expires] = useWatch({ control, name: ['availableImmediately', 'expires'] });
  return (
    <SettingsSection
      title="Liberação e validade"
      description="Vale para os próximos créditos; os já concedidos mantêm suas datas."
    >
      <Option
        box={
          <CheckboxField
            label="Liberar o cashback imediatamente"
            hint="O cliente pode usar o saldo assim que confirma a compra."
            {...register('availableImmediately')}
          />
        }
      >
        {!availableImmediately && (
          <UnitField
            label="Dias para liberar"
            unit="dias"
            hint="De 1 a 90. Até lá, aparece como “a liberar”."
            required
            error={formState.errors.maturingDays?.message}
            {...register('maturingDays', { validate: (text) => isMaturing(daysOf(text)) })}
          />
        )}
      </Option>
      <Option
        box={
          <CheckboxField
            label="O cashback expira"
            hint="O prazo conta a partir da liberação de cada crédito."
            {...register('expires')}
          />
        }
      >
        {expires && <ExpirationDays form={form} />}
      </Option>
    </SettingsSection>
  );
}

function ExpirationDays({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { control, register, setValue, formState } = form;
  const days = daysOf(useWatch({ control, name: 'expirationDays' }));
  return (
    <>
      <UnitField
        label="Dias até expirar"
        unit="dias"
        hint={
          <span aria-live="polite">
            {isExpiration(days) === true ? describeDays(days) : 'De 1 a 3.650 dias.'}
          </span>
        }
        required
        error={formState.errors.expirationDays?.message}
        {...register('expirationDays', { validate: (text) => isExpiration(daysOf(text)) })}
      />
      <fieldset className={styles.suggestions}>
        <legend>
          <VisuallyHidden>Sugestões</VisuallyHidden>
        </legend>
        {SUGGESTED_DAYS.map((suggestion) => (
          <Chip
            key={suggestion}
            isPressed={days === suggestion}
            onClick={() =>
              setValue('expirationDays', String(suggestion), { shouldDirty: true, shouldValidate: true })
            }
          >
            {suggestion} dias
          </Chip>
        ))}
      </fieldset>
    </>
  );
}
