import { defineEngine, type Engine, USUAL_CAPABILITIES } from '../engine.ts';
import { SCHEMA_AS_DATABASE } from '../network/address-place.ts';
import { CONNECT_ARGS } from './connection.ts';
import { mariadbDialect, mysqlDialect } from './dialect.ts';
import { classifierOf } from './errors.ts';
import { openMysql } from './session.ts';

const DRIVERS = ['mysqldb', 'pymysql', 'mysqlconnector'];

function family(settings: Pick<Engine, 'id' | 'name' | 'dialect'>): Engine {
  return defineEngine({
    ...settings,
    drivers: DRIVERS,
    defaultPort: 3306,
    uriPlaceholder: 'mysql://user:password@host:port/dbname[?key=value&key=value...]',
    capabilities: { ...USUAL_CAPABILITIES, fileUpload: true },
    encryptionQuery: { ssl: '1' },
    asksOutbound: true,
    place: SCHEMA_AS_DATABASE,
    tellsSchema: true,
    connectArgs: CONNECT_ARGS,
    tunnels: true,
    classify: classifierOf(settings.name),
    open: (connection) =>
      openMysql(connection, {
        name: settings.name,
        defaultPort: 3306,
        transactions: true,
        place: SCHEMA_AS_DATABASE,
      }),
  });
}

/** MySQL and what speaks its protocol. */
export const mysql = family({ id: 'mysql', name: 'MySQL', dialect: mysqlDialect });

/** MariaDB under an address of its own name; addresses of MySQL reach it too. */
export const mariadb = family({ id: 'mariadb', name: 'MariaDB', dialect: mariadbDialect });
