import { jest } from '@jest/globals';

/** Stands in for XMLHttpRequest: the test says how far an upload has come and what the server answers. */
export class FakeUpload extends EventTarget {
  /** All that were begun, oldest first. */
  static readonly begun: FakeUpload[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  address = '';
  form = new FormData();

  open(method: string, address: string): void {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.form = form;
    FakeUpload.begun.push(this);
  }
  abort = jest.fn(() => this.dispatchEvent(new Event('abort')));

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

/** From now on uploads are fake ones. */
export function fakeUploads(): typeof FakeUpload.begun {
  FakeUpload.begun.length = 0;
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  return FakeUpload.begun;
}
