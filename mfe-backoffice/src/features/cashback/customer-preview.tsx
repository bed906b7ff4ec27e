import { issueCashbackInput } from 'domain/inputs';
import { formatDaysAgo } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useStaffSession } from 'federation/remote-host';
import { UserRound } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Skeleton } from 'ui/skeleton';
import { TextField } from 'ui/text-field';
import { validBy } from '../../lib/valid-by.ts';
import styles from './customer-preview.module.css';
import type { Purchase } from './purchase.ts';
import type { CustomerPreviewState } from './use-customer-preview.ts';

interface CustomerPreviewProps {
  preview: CustomerPreviewState;
  form: UseFormReturn<Purchase>;
}

/** Whose phone it is, before anything is recorded. */
export function CustomerPreview({ preview, form }: CustomerPreviewProps) {
  return (
    <div className={styles[preview.status]}>
      <div aria-live="polite" className={styles.who}>
        <Who preview={preview} />
      </div>
      {preview.status === 'found' && preview.customer.availableCents > 0 && (
        <Link
          to="/redemption"
          state={{ phone: preview.customer.phone }}
          className={buttonClassName({ variant: 'secondary' })}
        >
          Resgatar
        </Link>
      )}
      {preview.status === 'new' && <NameController form={form} />}
    </div>
  );
}

function Who({ preview }: { preview: CustomerPreviewState }) {
  const { timeZone } = useStaffSession().merchant;
  switch (preview.status) {
    case 'none':
      return (
        <p className={styles.hint}>
          <UserRound aria-hidden="true" />
          Digite o telefone para ver de quem é.
        </p>
      );
    case 'searching':
      return (
        <>
          <Skeleton width="10rem" height="1.375rem" />
          <Skeleton width="8rem" height="1rem" />
        </>
      );
    case 'new':
      return <p className={styles.name}>Cliente novo</p>;
    case 'found': {
      const { name, availableCents, lastPurchaseAt } = preview.customer;
      return (
        <>
          <p className={styles.name}>{name ?? 'Nome não informado'}</p>
          {preview.storedPhone && (
            <p className={styles.visit}>
              Cadastro com <span className={styles.phone}>{formatPhone(preview.storedPhone)}</span>
            </p>
          )}
          <p className={styles.balance}>
            {availableCents > 0 ? `${formatCents(availableCents)} disponíveis` : 'Sem saldo disponível'}
          </p>
          <p className={styles.visit}>
            {lastPurchaseAt
              ? `Última visita: ${formatDaysAgo(lastPurchaseAt, timeZone, Date.now())}`
              : 'Ainda não comprou'}
          </p>
        </>
      );
    }
  }
}

/** Kept with the purchase; gone with the phone that it belongs to. */
function NameController({ form }: { form: UseFormReturn<Purchase> }) {
  return (
    <Controller
      name="name"
      control={form.control}
      shouldUnregister
      defaultValue=""
      rules={{ validate: (name) => name?.trim() === '' || validBy(issueCashbackInput.shape.name)(name) }}
      render={({ field, fieldState }) => (
        <TextField
          {...field}
          value={field.value ?? ''}
          label="Nome (opcional)"
          autoComplete="off"
          autoCapitalize="words"
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
