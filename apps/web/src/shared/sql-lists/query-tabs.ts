/** Tabs of the two lists of queries. */
export const QUERY_TABS = [
  { label: 'Saved queries', to: '/savedqueryview/list/' },
  { label: 'Query history', to: '/sqllab/history/' },
] as const;
