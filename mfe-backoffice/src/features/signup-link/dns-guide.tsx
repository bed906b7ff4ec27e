import { Disclosure } from '../../lib/disclosure.tsx';
import { CopyValue } from './copy-value.tsx';
import styles from './dns-guide.module.css';
import type { LinkSettings } from './link-settings.ts';

const EXAMPLE_DOMAIN = 'cashback.sualoja.com.br';

/** The steps from a domain to a link under it, with the very values to copy. */
export function DnsGuide({ settings: { customDomain, platformName } }: { settings: LinkSettings }) {
  return (
    <div className={styles.guide}>
      <h3 className={styles.title}>Como configurar</h3>
      <ol className={styles.steps}>
        <li>
          <p>
            No painel onde seu domínio foi registrado, crie um registro <strong>CNAME</strong> para um
            subdomínio
            {customDomain ? '' : `, como ${EXAMPLE_DOMAIN}`}, apontando para o endereço da sua loja na
            plataforma. Use só o nome, sem https:// e sem barras.
          </p>
          <dl className={styles.record}>
            {customDomain && <CopyValue label="Nome (CNAME)" value={customDomain.cname.name} />}
            <CopyValue label="Destino (CNAME)" value={platformName} />
          </dl>
          {customDomain?.txt && <TxtRecord {...customDomain.txt} />}
        </li>
        <li>
          <p>Aguarde de 15 minutos a 2 horas, até a mudança se propagar.</p>
        </li>
        <li>
          <p>
            {customDomain
              ? 'Seu domínio já está salvo acima.'
              : 'Informe o domínio acima, em Personalizar o link, e salve.'}
          </p>
        </li>
        <li>
          <p>Depois, teste: clique em “Verificar agora” e abra o seu link de cadastro.</p>
        </li>
      </ol>
    </div>
  );
}

/** For a domain that cannot have a CNAME, or is to be proved before it moves. */
function TxtRecord({ name, value }: { name: string; value: string }) {
  return (
    <Disclosure label="Não consegue criar um CNAME?">
      <div className={styles.alternativeBody}>
        <p>
          Comprove que o domínio é seu com um registro <strong>TXT</strong>. Para que o link abra, o domínio
          ainda precisa levar à plataforma.
        </p>
        <dl className={styles.record}>
          <CopyValue label="Nome (TXT)" value={name} />
          <CopyValue label="Valor (TXT)" value={value} />
        </dl>
      </div>
    </Disclosure>
  );
}
