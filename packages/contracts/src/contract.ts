import type ts from 'typescript';

/** The wire format between the API and its clients, as types of one program. */
export interface Contract {
  checker: ts.TypeChecker;
  /** Procedures by 'noun.name'. */
  procedures: ReadonlyMap<string, Procedure>;
  /** Answers outside of the router, to sent files and to refused calls, by the name of their type. */
  files: ReadonlyMap<string, ts.Type>;
  /**
   * Addresses that send and receive files: '/files/customers.*', with a star for each part that is filled in.
   */
  addresses: readonly string[];
  /** Codes of the API's table of refusals. */
  refusals: readonly string[];
}

export interface Procedure {
  kind: string;
  input: ts.Type;
  output: ts.Type;
}
