import type { Locator, Page } from 'playwright-core';

/** Chooses one thing in a field of a form that offers many, by its name. */
export async function choose(page: Page, form: Locator, field: string, name: string): Promise<void> {
  const box = form.getByRole('combobox', { name: field });
  await box.fill(name);
  const option = page.locator('.ant-select-item-option').getByText(name, { exact: true });
  await option.click();
  // Closes the choices, and the form stays.
  await box.press('Escape');
}
