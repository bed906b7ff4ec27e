import { findCustomerInput } from 'domain/inputs';
import { readPhone } from 'domain/read-phone';
import { failureMessage, isRefusal } from 'federation/error-message';
import { Controller, useForm } from 'react-hook-form';
import { PhoneField } from 'ui/phone-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { CustomerDetail } from './customer-detail.ts';

const OWN_PHONE = 'Este é o telefone deste cadastro';

interface MergeSearchProps {
  customer: CustomerDetail;
  initialPhone: string;
  isSearching: boolean;
  /** The last search found this record. */
  isItself: boolean;
  /** The last search's result. */
  error: unknown;
  onSearch: (phone: string) => void;
  onClose: () => void;
}

/** Finds the other record. */
export function MergeSearch(props: MergeSearchProps) {
  const { customer, initialPhone, isSearching, isItself, error, onSearch, onClose } = props;
  const form = useForm<{ phone: string }>({ defaultValues: { phone: initialPhone } });
  const isAnother = (phone: string) => readPhone(phone).digits !== customer.phone || OWN_PHONE;
  const message = error && !isSearching ? failureMessage(error, 'Erro ao buscar cliente') : undefined;
  const isAbsent = isRefusal(error, 'customer_not_found');

  return (
    <FormDialog
      title="Unir cadastros"
      description="Quando a mesma pessoa tem dois cadastros, saldo e histórico ficam em um só."
      submit={{ label: 'Buscar cadastro', pendingLabel: 'Buscando...' }}
      isPending={isSearching}
      failure={isAbsent ? undefined : message}
      onSubmit={form.handleSubmit(({ phone }) => onSearch(phone))}
      onClose={onClose}
    >
      <Controller
        name="phone"
        control={form.control}
        rules={{ validate: { isValid: validBy(findCustomerInput.shape.phone), isAnother } }}
        render={({ field, fieldState }) => (
          <PhoneField
            {...field}
            label="Telefone do outro cadastro"
            required
            error={fieldState.error?.message ?? (isItself ? OWN_PHONE : isAbsent ? message : undefined)}
          />
        )}
      />
    </FormDialog>
  );
}
