import { chartTables } from './charts/index.ts';
import { playTables } from './play-tables.ts';

playTables('charts', chartTables);
