import { seesMaskedContacts } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';

const BY_ANY_PART = {
  placeholder: 'Buscar por telefone, nome...',
  nobodyFound: 'Confira o que foi digitado ou busque por outra parte do nome, do telefone ou do email.',
};
const WITHOUT_CONTACTS = {
  placeholder: 'Nome ou telefone completo',
  nobodyFound: 'Confira o que foi digitado ou busque por outra parte do nome ou pelo telefone completo.',
};

/** The labels of the search: a masked phone is found only when typed in full. */
export function useSearchLabels(): typeof BY_ANY_PART {
  const { employee, merchant } = useStaffSession();
  return seesMaskedContacts(employee.role, merchant) ? WITHOUT_CONTACTS : BY_ANY_PART;
}
