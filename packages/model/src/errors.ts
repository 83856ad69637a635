import type { JsonObject } from './json.ts';

/** Severity shown to people; drives the alert's style. */
export type ErrorLevel = 'info' | 'warning' | 'error';

/** What an issue code says. The texts follow `Issue <code> - …` on the wire (contract/api.md §7). */
export const ISSUE_CODES = {
  1000: 'The dataset is too large to query.',
  1001: 'The database is under an unusual load.',
  1002: 'The database returned an unexpected error.',
  1003: 'There is a syntax error in the SQL query. Perhaps there was a misspelling or a typo.',
  1004: 'The column was deleted or renamed in the database.',
  1005: 'The table was deleted or renamed in the database.',
  1006: 'One or more parameters specified in the query are missing.',
  1007: "The hostname provided can't be resolved.",
  1008: 'The port is closed.',
  1009: "The host might be down, and can't be reached on the provided port.",
  1010: 'Chartroom encountered an error while running a command.',
  1011: 'Chartroom encountered an unexpected error.',
  1012: 'The username provided when connecting to a database is not valid.',
  1013: 'The password provided when connecting to a database is not valid.',
  1014: 'Either the username or the password is wrong.',
  1015: 'Either the database is spelled incorrectly or does not exist.',
  1016: 'The schema was deleted or renamed in the database.',
  1017: "The user doesn't have the proper permissions to connect to the database",
  1018: 'One or more parameters needed to configure a database are missing.',
  1019: 'The submitted payload has the incorrect format.',
  1020: 'The submitted payload has the incorrect schema.',
  1021: 'Results backend needed for asynchronous queries is not configured.',
  1022: 'Database does not allow data manipulation.',
  1023: "The CTAS (create table as select) doesn't have a SELECT statement at the end. Please make sure your query has a SELECT as its last statement. Then, try running your query again.",
  1024: 'CVAS (create view as select) query has more than one statement.',
  1025: 'CVAS (create view as select) query is not a SELECT statement.',
  1026: 'Query is too complex and takes too long to run.',
  1027: 'The database is currently running too many queries.',
  1028: 'One or more parameters specified in the query are malformed.',
  1029: 'The object does not exist in the given database.',
  1030: 'The query has a syntax error.',
  1031: 'The results backend no longer has the data from the query.',
  1032: 'The query associated with the results was deleted.',
  1033: 'The results stored in the backend were stored in a different format, and no longer can be deserialized.',
  1034: 'The port number is invalid.',
  1035: 'Failed to start remote query on a worker.',
  1036: 'The database was deleted.',
  1037: 'Custom SQL fields cannot contain sub-queries.',
  1040: 'The submitted payload failed validation.',
  1041: 'The result size exceeds the allowed limit.',
} as const;

export type IssueCode = keyof typeof ISSUE_CODES;

/** Every error type on the wire with the issue codes that explain it (contract/api.md §1.7, §7). */
export const ERROR_TYPES = {
  FRONTEND_CSRF_ERROR: [],
  FRONTEND_NETWORK_ERROR: [],
  FRONTEND_TIMEOUT_ERROR: [],
  VIZ_GET_DF_ERROR: [],
  UNKNOWN_DATASOURCE_TYPE_ERROR: [],
  FAILED_FETCHING_DATASOURCE_INFO_ERROR: [],
  TABLE_SECURITY_ACCESS_ERROR: [],
  DATASOURCE_SECURITY_ACCESS_ERROR: [],
  DATABASE_SECURITY_ACCESS_ERROR: [],
  QUERY_SECURITY_ACCESS_ERROR: [],
  DASHBOARD_SECURITY_ACCESS_ERROR: [],
  CHART_SECURITY_ACCESS_ERROR: [],
  USER_ACTIVITY_SECURITY_ACCESS_ERROR: [],
  MISSING_OWNERSHIP_ERROR: [],
  OAUTH2_REDIRECT: [],
  OAUTH2_REDIRECT_ERROR: [],
  TABLE_NOT_FOUND_ERROR: [],
  REPORT_NOTIFICATION_ERROR: [],
  BACKEND_TIMEOUT_ERROR: [1000, 1001],
  GENERIC_DB_ENGINE_ERROR: [1002],
  COLUMN_DOES_NOT_EXIST_ERROR: [1003, 1004],
  TABLE_DOES_NOT_EXIST_ERROR: [1003, 1005],
  SCHEMA_DOES_NOT_EXIST_ERROR: [1003, 1016],
  INVALID_SQL_ERROR: [1003],
  OBJECT_DOES_NOT_EXIST_ERROR: [1029],
  SYNTAX_ERROR: [1030],
  CONNECTION_INVALID_USERNAME_ERROR: [1012],
  CONNECTION_INVALID_PASSWORD_ERROR: [1013],
  CONNECTION_INVALID_HOSTNAME_ERROR: [1007],
  CONNECTION_PORT_CLOSED_ERROR: [1008],
  CONNECTION_INVALID_PORT_ERROR: [1034],
  CONNECTION_HOST_DOWN_ERROR: [1009],
  CONNECTION_ACCESS_DENIED_ERROR: [1014, 1015],
  CONNECTION_UNKNOWN_DATABASE_ERROR: [1015],
  CONNECTION_DATABASE_PERMISSIONS_ERROR: [1017],
  CONNECTION_MISSING_PARAMETERS_ERROR: [1018],
  CONNECTION_DATABASE_TIMEOUT: [1001, 1009],
  GENERIC_COMMAND_ERROR: [1010],
  GENERIC_BACKEND_ERROR: [1011],
  DATABASE_NOT_FOUND_ERROR: [1011, 1036],
  MISSING_TEMPLATE_PARAMS_ERROR: [1006],
  INVALID_TEMPLATE_PARAMS_ERROR: [1028],
  INVALID_PAYLOAD_FORMAT_ERROR: [1019],
  INVALID_PAYLOAD_SCHEMA_ERROR: [1020],
  MARSHMALLOW_ERROR: [1040],
  RESULTS_BACKEND_NOT_CONFIGURED_ERROR: [1021],
  RESULTS_BACKEND_ERROR: [1031, 1032, 1033],
  DML_NOT_ALLOWED_ERROR: [1022],
  INVALID_CTAS_QUERY_ERROR: [1023],
  INVALID_CVAS_QUERY_ERROR: [1024, 1025],
  SQLLAB_TIMEOUT_ERROR: [1026, 1027],
  ASYNC_WORKERS_ERROR: [1035],
  ADHOC_SUBQUERY_NOT_ALLOWED_ERROR: [1037],
  RESULT_TOO_LARGE_ERROR: [1041],
} as const satisfies Record<string, readonly IssueCode[]>;

export type ErrorType = keyof typeof ERROR_TYPES;

/** What is wrong with fields, by name; members and items of a field stand inside it. */
export type FieldReasons = { [field: string]: string | (string | FieldReasons)[] | FieldReasons };

/** One error as it travels in `errors[]` (SIP-40 form, contract/api.md §1.7). */
export interface ErrorBody {
  message: string;
  error_type: ErrorType;
  level: ErrorLevel;
  extra: JsonObject | null;
}

export interface ErrorOptions {
  /** HTTP status the edge answers with. */
  status: number;
  error_type: ErrorType;
  level?: ErrorLevel;
  extra?: JsonObject;
  cause?: unknown;
  /**
   * How the edge words it: `errors` = the SIP-40 list, `message` = `{"message": …}` (text or the
   * field dictionary of `fields`). Which one a call uses is part of the contract.
   */
  shape?: 'errors' | 'message';
  /** Problems per field, for the `message` shape: `{"message": {"field": ["reason"]}}`. */
  fields?: FieldReasons;
  /** Seconds after which it is worth asking again; told as `Retry-After`. */
  retryAfter?: number;
  /** Further errors that are told in the same list. */
  others?: readonly ChartroomError[];
}

/** The one error type of the installation: thrown anywhere, shaped once at the HTTP edge. */
export class ChartroomError extends Error {
  readonly status: number;
  readonly error_type: ErrorType;
  readonly level: ErrorLevel;
  readonly extra: JsonObject;
  readonly shape: 'errors' | 'message';
  readonly fields: FieldReasons | undefined;
  readonly others: readonly ChartroomError[];
  readonly retryAfter: number | undefined;

  constructor(message: string, options: ErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ChartroomError';
    this.status = options.status;
    this.error_type = options.error_type;
    this.level = options.level ?? levelOf(options.status);
    this.extra = options.extra ?? {};
    this.shape = options.shape ?? 'errors';
    this.fields = options.fields;
    this.others = options.others ?? [];
    this.retryAfter = options.retryAfter;
  }
}

/** The issue codes that explain an error type, as they travel in `extra.issue_codes`. */
export function issueCodes(type: ErrorType): { code: number; message: string }[] {
  return ERROR_TYPES[type].map((code) => ({ code, message: `Issue ${code} - ${ISSUE_CODES[code]}` }));
}

/** The wire form of an error: its own extra plus the issue codes of its type. */
export function errorBody(error: ChartroomError): ErrorBody {
  const codes = issueCodes(error.error_type);
  return {
    message: error.message,
    error_type: error.error_type,
    level: error.level,
    extra: codes.length > 0 ? { ...error.extra, issue_codes: codes } : error.extra,
  };
}

function levelOf(status: number): 'info' | 'warning' | 'error' {
  if (status < 400) return 'info';
  return status < 500 ? 'warning' : 'error';
}
