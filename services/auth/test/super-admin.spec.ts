import { openRuntime, startService, type Runtime } from '@kith/kit';
import { auth } from '@kith/proto';
import { ownerDatabase, testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { database as authDatabase, definition } from '../src/index.js';
import { SuperAdminSetup } from '../src/super-admin.js';

const LINE = /^Super-admin: user name superadmin, password (\S{20,}) \(shown this once\)$/;

let world: TestEnvironment;
let runtime: Runtime;
const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(...String(text).split('\n').filter(Boolean));
    return true;
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await runtime.close();
  await world.drop();
});

async function open(env: NodeJS.ProcessEnv): Promise<void> {
  world = await testEnvironment({ LOG_LEVEL: 'trace', ...env });
  runtime = await openRuntime(world.env);
}

/** Starts replicas concurrently, runs `look` with the database of one, and stops them. */
async function started(replicas: number, look: (database: DataSource) => Promise<void> = async () => undefined): Promise<void> {
  const services = await Promise.all(Array.from({ length: replicas }, () => startService(definition, runtime)));
  try {
    const [first] = services;
    if (first) await look(first.app.get(DataSource));
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}

const login = (username: string, password: string) =>
  runtime.rpc.ask(auth.login, { username, password, origin: { ip: '127.0.0.1', userAgent: 'test' } });
const passwordLines = () => printed.filter((line) => LINE.test(line));

describe('the first start', () => {
  it('creates one super-admin and prints the random password once when two replicas start together [S9]', async () => {
    await open({ SUPER_ADMIN_PASSWORD: undefined });
    await started(2, async (database) => {
      expect(passwordLines()).toHaveLength(1);
      const password = LINE.exec(passwordLines()[0] ?? '')?.[1] ?? '';
      expect(printed.filter((line) => line.includes(password))).toHaveLength(1);
      await expect(login('SuperAdmin', password)).resolves.toMatchObject({
        user: { role: 'super_admin', isAdmin: true, email: 'superadmin@kith.invalid' },
      });
      expect(await database.query('select username from auth."user"')).toEqual([{ username: 'superadmin' }]);
    });
    await started(1);
    expect(passwordLines()).toHaveLength(1);
  });

  it('creates and prints one super-admin when several checks run concurrently [S9]', async () => {
    await open({ SUPER_ADMIN_PASSWORD: undefined });
    const service = await startService(definition, runtime);
    await service.app.get(DataSource).query('delete from auth."user"');
    printed.length = 0;
    await Promise.all(Array.from({ length: 4 }, () => service.app.get(SuperAdminSetup).onApplicationBootstrap()));
    expect(passwordLines()).toHaveLength(1);
    const password = LINE.exec(passwordLines()[0] ?? '')?.[1] ?? '';
    await expect(login('superadmin', password)).resolves.toHaveProperty('token');
    await service.close();
  });

  it('creates no super-admin when printing the password fails [S9]', async () => {
    await open({ SUPER_ADMIN_PASSWORD: undefined });
    const print = jest.mocked(process.stdout.write).getMockImplementation();
    jest.mocked(process.stdout.write).mockImplementation((text) => {
      if (LINE.test(String(text).trim())) throw new Error('standard output is gone');
      return true;
    });
    await expect(startService(definition, runtime)).rejects.toThrow('standard output is gone');
    if (print) jest.mocked(process.stdout.write).mockImplementation(print);
    await started(1, async () => {
      const password = LINE.exec(passwordLines()[0] ?? '')?.[1] ?? '';
      await expect(login('superadmin', password)).resolves.toHaveProperty('token');
    });
  });

  it('prints another password when the commit failed after printing', async () => {
    await open({ SUPER_ADMIN_PASSWORD: undefined });
    await started(1, async () => {
      const owner = await ownerDatabase({ runtime }, authDatabase);
      await owner.query(`
        delete from auth."user";
        create function auth.fail() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
        create constraint trigger fails after insert on auth."user" deferrable initially deferred
          for each row execute function auth.fail();`);
      await expect(startService(definition, runtime)).rejects.toThrow('no commit');
      await owner.query('drop trigger fails on auth."user"');
      await owner.destroy();
    });
    expect(passwordLines()).toHaveLength(2);
    await started(1, async () => {
      expect(passwordLines()).toHaveLength(3);
      const password = LINE.exec(passwordLines()[2] ?? '')?.[1] ?? '';
      await expect(login('superadmin', password)).resolves.toHaveProperty('token');
    });
  });

  it('takes username, address and password from the configuration and prints none of them [S9]', async () => {
    await open({
      SUPER_ADMIN_USERNAME: 'Root',
      SUPER_ADMIN_EMAIL: 'root@example.com',
      SUPER_ADMIN_PASSWORD: 'given by the operator',
    });
    await started(1, async () => {
      await expect(login('root', 'given by the operator')).resolves.toMatchObject({
        user: { username: 'Root', email: 'root@example.com' },
      });
    });
    expect(printed.join('\n')).not.toContain('given by the operator');
    expect(passwordLines()).toEqual([]);
  });

  it.each([
    ['SUPER_ADMIN_PASSWORD', { SUPER_ADMIN_PASSWORD: 'short' }],
    ['SUPER_ADMIN_USERNAME', { SUPER_ADMIN_USERNAME: 'ab' }],
  ])('fails for an invalid %s', async (variable, env) => {
    await open(env);
    await expect(startService(definition, runtime)).rejects.toThrow(variable);
  });

  it('fails when SUPER_ADMIN_USERNAME belongs to an ordinary account', async () => {
    await open({ SUPER_ADMIN_USERNAME: 'first-name' });
    await started(1, async (database) => {
      await runtime.rpc.ask(auth.register, {
        username: 'second-name',
        email: 'second@example.com',
        password: 'some password',
        origin: { ip: '127.0.0.1', userAgent: 'test' },
      });
      await database.query(`delete from auth."user" where role = 'super_admin'`);
    });
    await runtime.close();
    runtime = await openRuntime({ ...world.env, SUPER_ADMIN_USERNAME: 'second-name' });
    await expect(startService(definition, runtime)).rejects.toThrow('belongs to another account');
  });
});
