# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which flags an instruction writes, keeps and leaves undefined, against a table of its own (Intel SDM vol. 1, appendix A).

After a comparison with a secret, a jump must be refused exactly if the flag that it reads is still one of that
comparison, or undefined; after an instruction with a secret operand, exactly if it wrote that flag, or left it undefined.
"""
import lift
from decode import MASKS, VECTORS, parse
from errors import Unknown
from expressions import Expressions, constant
from status_flags import CF, OF, PF, SF, ZF

JUMPS = {"C": ("jb", CF), "Z": ("je", ZF), "S": ("js", SF), "O": ("jo", OF), "P": ("jp", PF)}
EVERY = "CZSOP"
# Instruction: (flags that it writes, flags that it leaves undefined). {} is the operand that is secret or public;
# {x}, {y} and {k} are the same of vectors and masks. rcx holds 3, k2 is a mask that is public.
WRITTEN = {
    "cmp {},rcx": (EVERY, ""), "add {},rcx": (EVERY, ""), "sub {},rcx": (EVERY, ""), "neg {}": (EVERY, ""),
    "and {},rcx": (EVERY, ""), "or {},rcx": (EVERY, ""), "xor {},rcx": (EVERY, ""), "test {},rcx": (EVERY, ""),
    "xadd {},rcx": (EVERY, ""),
    "inc {}": ("ZSOP", ""), "dec {}": ("ZSOP", ""),
    "ror {},1": ("CO", ""), "rol {},1": ("CO", ""), "ror {},0x3": ("C", "O"), "rol {},0x3": ("C", "O"),
    "ror {},cl": ("C", "O"), "rol {},cl": ("C", "O"), "ror {},0x0": ("", ""), "rol {},0x0": ("", ""),
    "bt {},0x3": ("C", "SOP"), "bts {},0x3": ("C", "SOP"), "btr {},0x3": ("C", "SOP"), "btc {},0x3": ("C", "SOP"),
    "shl {},1": (EVERY, ""), "shr {},1": (EVERY, ""), "sar {},1": (EVERY, ""),
    "shl {},cl": ("CZSP", "O"), "shr {},cl": ("CZSP", "O"), "sar {},cl": ("CZSP", "O"),
    "shl {},0x0": ("", ""), "shr {},0x0": ("", ""), "sar {},0x0": ("", ""), "shl {},0x40": ("", ""),
    "shld {},rcx,0x3": ("CZSP", "O"), "shrd {},rcx,0x3": ("CZSP", "O"), "shld {},rcx,0x0": ("", ""),
    "mul {}": ("CO", "ZSP"), "imul {}": ("CO", "ZSP"), "imul rbx,{}": ("CO", "ZSP"), "imul rbx,{},0x5": ("CO", "ZSP"),
    "div {}": ("", EVERY), "idiv {}": ("", EVERY),
    "bsf rbx,{}": ("Z", "CSOP"), "bsr rbx,{}": ("Z", "CSOP"), "popcnt rbx,{}": (EVERY, ""),
    "tzcnt rbx,{}": ("CZ", "SOP"), "lzcnt rbx,{}": ("CZ", "SOP"),
    "andn rbx,{},rcx": ("CZSO", "P"), "blsi rbx,{}": ("CZSO", "P"), "blsr rbx,{}": ("CZSO", "P"),
    "blsmsk rbx,{}": ("CZSO", "P"), "bzhi rbx,{},rcx": ("CZSO", "P"), "bextr rbx,{},rcx": ("CZO", "SP"),
    "ptest {x},xmm2": (EVERY, ""), "vptest {y},ymm2": (EVERY, ""), "vtestps {y},ymm2": (EVERY, ""), "vtestpd {x},xmm2": (EVERY, ""),
    "kortestw {k},k2": (EVERY, ""), "ktestd k2,{k}": (EVERY, ""),
    "not {}": ("", ""), "mov {},rcx": ("", ""), "lea rbx,[rcx+rcx*2]": ("", ""), "bswap {}": ("", ""), "rorx rbx,{},0x3": ("", ""),
    "shlx rbx,{},rcx": ("", ""), "mulx rbx,r8,{}": ("", ""), "xchg {},rcx": ("", ""), "vpxor {y},ymm2,ymm2": ("", ""),
}
# These have no secret form: their operands are known, or flags.
ONLY_PUBLIC = {"clc": ("C", ""), "stc": ("C", ""), "adcx rbx,rcx": ("C", ""), "adox rbx,rcx": ("O", ""), "sahf": ("CZSP", "")}
# Instruction: the flags that it reads. If the input decided one of them, it must be refused.
READERS = {"adc rbx,rcx": "C", "sbb rbx,rcx": "C", "sbb rbx,rbx": "C", "adcx rbx,rcx": "C", "adox rbx,rcx": "O", "rcl rbx,1": "C",
           "rcr rbx,1": "C", "cmc": "C", "lahf": "CZSP", "pushfq": EVERY,
           "setb bl": "C", "setae bl": "C", "cmovb rbx,rcx": "C", "cmovnb rbx,rcx": "C", "jb 10": "C", "jae 10": "C",
           "sete bl": "Z", "cmovne rbx,rcx": "Z", "je 10": "Z", "jne 10": "Z", "sets bl": "S", "cmovns rbx,rcx": "S", "js 10": "S",
           "seto bl": "O", "cmovno rbx,rcx": "O", "jno 10": "O", "setp bl": "P", "cmovnp rbx,rcx": "P", "jnp 10": "P",
           "setbe bl": "CZ", "cmova rbx,rcx": "CZ", "jbe 10": "CZ", "ja 10": "CZ", "setl bl": "SO", "cmovge rbx,rcx": "SO",
           "jl 10": "SO", "jge 10": "SO", "setle bl": "ZSO", "cmovg rbx,rcx": "ZSO", "jle 10": "ZSO", "jg 10": "ZSO",
           "mov rbx,rcx": "", "lea rbx,[rcx]": "", "inc rbx": "", "jmp 10": ""}
# With secrets in rsi and rcx: a leak.
LEAKS = ("jmp rsi", "call rsi", "jmp QWORD PTR [rsi*8+0x10]", "shl rbx,cl", "ror rbx,cl", "jrcxz 10", "bt rbx,rcx", "bts rbx,rsi")
UNKNOWN = ("comisd xmm1,xmm2", "vucomiss xmm1,xmm2", "pcmpistri xmm1,xmm2,0x0", "popfq", "cmpxchg rbx,rcx", "aaa")


def fresh():
    """A machine without a trace: rsi, ymm1 and k1 are secret, all flags are public."""
    m = object.__new__(lift.Machine)
    m.e, m.wrong, m.met, m.last, m.flags = Expressions(bytes(32)), None, {}, {}, 0
    m.registers = {i: constant(3 if i == 1 else 5, 8) for i in range(18)}
    m.registers |= {VECTORS + i: constant(0, 64) for i in range(32)}
    m.registers[6] = m.e.input[:8]
    m.registers[VECTORS + 1] = m.e.input + constant(0, 32)
    m.registers |= {MASKS + i: constant(0, 8) for i in range(8)}
    m.registers[MASKS + 1] = m.e.input[:8]
    return m


def run(m, text):
    """Executes it. What it would leave in registers may be unknown: only the flags are looked at."""
    try:
        m.execute(parse(0, 8, text), {})
    except Unknown as why:
        if not str(why).startswith(f"no model of {text.split()[0]}"):
            raise


def refused(m, text):
    try:
        m.execute(parse(0, 8, text), {})
    except (lift.Leak, Unknown):
        return True
    return False


def flags_refused(prepare):
    """The flags that no jump may read after prepare(machine)."""
    found = ""
    for flag, (jump, _) in JUMPS.items():
        m = fresh()
        prepare(m)
        found += flag * refused(m, f"{jump} 10")
    return found


def secret_flags(m, flags=EVERY):
    for flag in flags:
        m.secret_flags |= 1 << JUMPS[flag][1]


def expected(flags):
    return "".join(flag for flag in EVERY if flag in flags)


def after_secret_flags(text, sources):
    def prepare(m):
        run(m, "cmp rsi,rcx")
        if sources:  # an instruction that reads flags needs public ones of these
            for flag in sources:
                m.secret_flags &= ~(1 << JUMPS[flag][1])
        run(m, text)
    return flags_refused(prepare)


def form(text, secret):
    return text.format("rsi" if secret else "rdx", x="xmm1" if secret else "xmm3", y="ymm1" if secret else "ymm3", k="k1" if secret else "k3")


def checks():
    """Yields (what, whether it is as it should be, what was found)."""
    for text, (written, undefined) in (WRITTEN | ONLY_PUBLIC).items():
        public = form(text, False)
        found = after_secret_flags(public, READERS.get(public, ""))
        yield f"secret flags, then {public}", found == expected(set(EVERY) - set(written)), found
    for text, (written, undefined) in WRITTEN.items():
        secret = form(text, True)
        found = flags_refused(lambda m, code=secret: run(m, code))
        reads_secret = secret != form(text, False) or "{" not in text
        wanted = expected(written + undefined) if reads_secret else ""
        yield f"public flags, then {secret}", found == wanted, found
    for text, flags in READERS.items():
        for flag in EVERY:
            m = fresh()
            secret_flags(m, flag)
            found = refused(m, text)
            yield f"{text} reads {flag}", found == (flag in flags), found
    for text in LEAKS:
        m = fresh()
        m.registers[1] = m.e.input[8:16]
        try:
            m.execute(parse(0, 8, text), {})
            found = "accepted"
        except lift.Leak:
            found = "Leak"
        yield f"secret target or count: {text}", found == "Leak", found
    for text in UNKNOWN:
        yield f"no rule: {text}", refused(fresh(), text), ""


if __name__ == "__main__":
    for what, good, found in checks():
        if not good:
            print(what, found)
