/** Milliseconds for which the scripts of a page wait for the picture that it comes with, which a hidden window never paints. */
const PATIENCE = 100;

// A page that works at once does not paint before it has done so.
const picture = document.getElementById('first-picture');
if (picture instanceof HTMLImageElement) await Promise.race([painted(picture), pause(PATIENCE)]);
await import('./main.tsx');

async function painted(image: HTMLImageElement): Promise<void> {
  await image.decode().catch(() => undefined);
  await new Promise(requestAnimationFrame);
  await pause(0);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export {};
