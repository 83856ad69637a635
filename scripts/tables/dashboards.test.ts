import { dashboardTables } from './dashboard-tables.ts';
import { playTables } from './play-tables.ts';

playTables('dashboards', dashboardTables);
