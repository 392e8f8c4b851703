declare module '@adobe/structured-data-validator' {
  export interface Issue {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
    path: { type?: string; property?: string }[];
  }

  export default class Validator {
    /** @param vocabulary schema.org's vocabulary as JSON-LD */
    constructor(vocabulary: { '@graph': object[] });
    /** @param data items by format, then by type */
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }
}
