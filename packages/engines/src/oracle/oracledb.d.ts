/** What the server uses of Oracle's client; the package has no types of its own. */
declare module 'oracledb' {
  export interface ColumnMetadata {
    name: string;
    dbTypeName: string;
    precision?: number;
    scale?: number;
    byteSize?: number;
  }
  export interface ResultSet {
    metaData: ColumnMetadata[];
    getRows(count: number): Promise<unknown[][]>;
    close(): Promise<void>;
  }
  export interface ExecuteOptions {
    resultSet?: boolean;
    outFormat?: number;
    prefetchRows?: number;
    fetchArraySize?: number;
    autoCommit?: boolean;
    fetchTypeHandler?: (column: ColumnMetadata) => { type?: DbType } | undefined;
  }
  export interface Connection {
    callTimeout: number;
    execute(sql: string, binds: [], options: ExecuteOptions): Promise<{ resultSet?: ResultSet }>;
    break(): Promise<void>;
    commit(): Promise<void>;
    rollback(): Promise<void>;
    close(options?: { drop: boolean }): Promise<void>;
  }
  export interface ConnectionAttributes {
    user?: string;
    password?: string;
    connectString: string;
    connectTimeout?: number;
    transportConnectTimeout?: number;
    httpsProxy?: string;
    httpsProxyPort?: number;
  }
  /** A type of the database, e.g. `DB_TYPE_VARCHAR`. */
  export interface DbType {
    name: string;
  }
  interface Library {
    OUT_FORMAT_ARRAY: number;
    STRING: DbType;
    BUFFER: DbType;
    getConnection(attributes: ConnectionAttributes): Promise<Connection>;
  }
  const library: Library;
  export default library;
}
