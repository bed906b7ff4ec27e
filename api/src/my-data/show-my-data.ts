import type { ProofSubject } from 'domain/proof';
import type { DataSection } from '../customer-data/data-section.ts';
import { SHARING_SECTIONS } from '../customer-data/sharing-sections.ts';
import { showCustomerData } from '../customer-data/show-customer-data.ts';
import { type WrittenValue, writeRow } from '../customer-data/write-value.ts';
import { type OwnRecord, readOwnRecord } from '../customers/own-record.ts';
import { type InactivityNotice, showNotice } from '../inactivity/show-notice.ts';
import type { ProvingCaller } from '../proof/proof-subject.ts';
import { withProvedCustomer } from '../proof/proved-customer.ts';
import { limitMyData } from './limit-my-data.ts';

/** Rows of a section on the page; the file has all. */
const SHOWN_ROWS = 30;

/** One kind of data, in words. */
export interface MyDataSection {
  name: string;
  title: string;
  /** At most `SHOWN_ROWS`, newest first unless the section has another order. */
  rows: WrittenValue[][];
  hasMore: boolean;
}

export interface MyData extends OwnRecord {
  /** A code to this e-mail proves the customer. */
  isEmailProof: boolean;
  /** The browser may confirm the e-mail. */
  isLasting: boolean;
  inactivityNotice: InactivityNotice | null;
  sections: MyDataSection[];
  /** The sections that list who received the customer's data. */
  sharing: MyDataSection[];
}

/** All that a merchant stores of a proved customer. Throws as `withProvedCustomer` or 'too_many_requests'. */
export async function showMyData(caller: ProvingCaller, who: ProofSubject): Promise<MyData> {
  await limitMyData(caller, who);
  return await withProvedCustomer(
    caller,
    who,
    async (tx, { id, email_is_proof, is_lasting }) => {
      const record = await readOwnRecord(tx, id);
      const { sections, timeZone } = await showCustomerData(tx, id, SHOWN_ROWS + 1);
      const isSharing = ({ section }: { section: DataSection }) => SHARING_SECTIONS.includes(section);
      const present = ({ section, rows }: (typeof sections)[number]): MyDataSection => ({
        name: section.name,
        title: section.title,
        rows: rows.slice(0, SHOWN_ROWS).map((row) => writeRow(section, row, timeZone)),
        hasMore: rows.length > SHOWN_ROWS,
      });
      return {
        ...record,
        isEmailProof: email_is_proof,
        isLasting: is_lasting,
        inactivityNotice: await showNotice(tx, caller.app.env, id),
        sections: sections.filter((each) => !isSharing(each)).map(present),
        sharing: sections.filter(isSharing).map(present),
      };
    },
    { snapshot: true },
  );
}
