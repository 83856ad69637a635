export * from './code-editor.tsx';
export * from './copy-text.ts';
export * from './echarts-host.tsx';
export * from './editable-title.tsx';
export * from './empty-state.tsx';
export * from './error-alert.tsx';
export * from './theme.ts';
export * from './use-size.ts';
