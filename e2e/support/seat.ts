import type { Page } from 'playwright-core';
import { Client } from '../../bench/client.ts';
import { visit } from './browser.ts';
import { copiedHome } from './prepared-home.ts';
import { ADMIN, type Product, startProduct } from './product.ts';
import { giveAdminSession } from './sign-in.ts';

/** A product of its own with the examples in it, and a browser in which the administrator is signed in; no page is open yet. */
export interface Seat {
  product: Product;
  page: Page;
  /** Errors and warnings of the browser's console so far. */
  complaints: string[];
  /** Closes the browser and removes the product. */
  leave: () => Promise<void>;
}

/** Starts a product with the examples and these settings more, and signs in. */
export async function takeSeat(settings: Record<string, string> = {}): Promise<Seat> {
  const product = await startProduct({ home: copiedHome(), settings: { ...ADMIN, ...settings } });
  try {
    await (await Client.signIn(product)).examplesReady();
    const { page, context, complaints, close } = await visit();
    const leave = async () => {
      await close();
      await product.remove();
    };
    await giveAdminSession(context, product);
    return { product, page, complaints, leave };
  } catch (error) {
    await product.remove();
    throw error;
  }
}
