import type { ComponentType, ReactNode } from 'react';
import type { MyDataSubject } from './my-data-calls.ts';

/** What proves a customer: parts of another feature, which the route hands in. */
export interface ProofParts {
  ProveForm: ComponentType<{ who: MyDataSubject; onProved: () => void; children: ReactNode }>;
  CodeByEmail: ComponentType<{ who: MyDataSubject; sentMessage: string; onDone: () => void }>;
}
