import { playTables } from './play-tables.ts';
import { queryTables } from './query/index.ts';

playTables('queries', queryTables);
