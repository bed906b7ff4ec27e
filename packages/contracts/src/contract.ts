import type ts from 'typescript';

/** What goes over the wire between the API and those who call it, as types of one program. */
export interface Contract {
  checker: ts.TypeChecker;
  /** By 'noun.name'. */
  procedures: ReadonlyMap<string, Procedure>;
  /**
   * What is answered outside of the router, to files that were sent and to calls that were refused, by the
   * name of its type.
   */
  files: ReadonlyMap<string, ts.Type>;
  /** Where files are sent and received: '/files/customers.*', a star for what is filled in. */
  addresses: readonly string[];
  /** Codes of the API's table of refusals. */
  refusals: readonly string[];
}

export interface Procedure {
  kind: string;
  input: ts.Type;
  output: ts.Type;
}
