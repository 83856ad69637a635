export const UI_READY = true;
