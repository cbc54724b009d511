"""Early and late weights of the features of `evaluation`, as `make train` has learned them."""

from collections.abc import Mapping
from typing import Final

from rules.linear import Weights

# fmt: off
WEIGHTS: Final[Mapping[str, Weights]] = {
    "furbowl": {
        "animal": (
            (32, 17), (-119, -152), (33, -76), (-46, -146), (-174, -139), (-401, -269), (-430, -323), (-680, -242),
            (54, -93), (-404, -559), (-1136, -769), (-416, -818), (-279, 129), (0, 0), (0, 0),
        ),
        "turn": (
            (483, 414), (124, 16), (-217, -287), (-594, -551),
        ),
        "sprint": (
            (47, -45),
        ),
        "behind": (
            (-30, 55), (12, 88),
        ),
        "carrier": (
            (204, 130), (157, 172), (243, 289), (128, 215), (174, 158),
        ),
        "left": (
            (0, 0), (259, 698), (456, 710), (555, 631), (830, 731), (584, 355), (425, 186), (-14, 0), (-146, -60),
            (-221, -153), (-485, -449), (-382, -422), (-308, -380), (-178, -337), (0, -409), (0, 0), (273, 372),
            (283, 288), (309, 324), (331, 310), (279, 222), (232, 179), (16, 0), (-118, -33), (-236, -166), (-269,
            -257), (-272, -287), (-194, -213), (-151, -244), (0, -208), (0, 0), (330, 489), (441, 471), (540, 578),
            (542, 513), (470, 374), (294, 171), (-12, 0), (-91, -28), (-218, -147), (-274, -247), (-317, -320),
            (-273, -318), (-208, -323), (0, -412),
        ),
        "free": (
            (2612, 2633), (144, 133), (78, 392), (71, 458), (108, 572), (-20, 336),
        ),
        "soon": (
            (852, 682), (878, 738), (1194, 1106), (488, 580), (0, 0), (351, 317), (-16, 279), (-183, 287), (-197,
            -420), (-151, 369), (245, 951), (567, 974),
        ),
        "pressed": (
            (6, -44), (-49, -15), (-70, -66), (-28, -244), (-70, -213), (-137, -38),
        ),
        "stronger": (
            (27, -74),
        ),
        "before": (
            (-6, -16), (16, -24),
        ),
        "guarded": (
            (98, 49),
        ),
        "receiver": (
            (-18, 7), (132, -1),
        ),
        "ball": (
            (-89, -77),
        ),
        "apart": (
            "c-keDdrVe!9LAp$#O1{cP+pSFTjmCthGdyr*i6ko0yWA-wWgJpUDm?V)ygz<ViyZ=<+?Cxv_x7h&4q+bQxgp}(dGp&q<J?qQ6VIr"
            "KJVeYJMZtj?{j|N%kw<npCs+mUf-@%b<=p=sEyj^rJAg7HAHcWUbU*{*HyivKEb;>t?BwlP5#2iJ<n16g4=x7C%xZ?eaMr&)ze(<"
            "72fW;5U+7h?eRfxag9&=EjM|#n|;LP?26)f`cq?7toyk0^fvJeb+fj5pX)>XVO?~VVwIp0C#lNm>aKHMM14Po_#p0f57uSBtV7OI"
            "BX6zqYFD@@#P3q6a+R(O<*+A_b&faqH=m>8C_Ydhk$;S$IkJd0RIPqVJDjSntJBlzahQ%cL;tzM$2^0ITIs(s+`me-enbyyoKAss"
            "I9nr#Q=ue2(QCf0(<J@tTlvnUf)Q%-Cf+*fUE%(l^a{OoBWA4D!&$XUseP?ac}Ixv_e^TI>=+GJ3UwwaMiKq&G<_Z7BbBdy>a9Cj"
            "Z&5NGmeRupcM_#J7#A$oXO7ol)ET56dJ$C%$TpYf4p-|5xY_85I!_PZ`32UVDuACv*xl(#E})9>TH<H5-FsZ+pHO$Mi+#aKa4?dp"
            "Dq!ji)qd`K^{FHDvf9tP0e)AyiHZ++xC~o2Xuji6>TlGHsM_mYLY{t6z1>&ksF49D&*+k;>WW9|7{1D+r-54G{`!H4Qj4$ndz@8<"
            "e+uweb}%N`!JZS&(NW&0^8#-sdm($D!*glD8vNHr|9`O~QNN>O96h$-u6BPzuZwloWAW2yl-c3{Cfl8?KTu&O^)09S8oC>*DNINf"
            "*n8UMWomXIYZ~4htr_U|6jcvaU%d4Oy^f;m$8k`C-d78L%v2xt4j@jla_M-!e<gB?Dq*Zr$9=;0fDPlG3R{oq7kso9O*Z>(#S^Pk"
            "*}4h`bBHlP!^x9{*UtM)sDC??m7sbQS>$bSa|L7w8At0{h)1U{!i--7x#Wl7pj>7C5(OR&@r5eUYuc-IiUcdkk)pQFO5f)DnbIiU"
            "#OZL!W!wkIx(+wJ${bI0qZfyG13pMpfKMCv{{)}c@#He?^1=`wpo4g^#l|(eiP_HFC+H5U>zcm^Pu;Z}clA;ob8!^ytDKJpvqJo7"
            "s>{@y=u;2BMbz;DCrK?TC#q|H=b_qc;uPq5eT5g!d4fI;C${T+YQ=Y#QM`uf-N>oZjTp^1^2rb%#aWY1*U3yoGad|hwm*cy+%SHu"
            "`g4ZFGhx%1-StH6fWw(Ms;j>`EeNJ?I_98J46f**PrS-&`~ZDKuT<p)EpAjV&7#gtoEjJL!BRY574DDcw98i-S#z22CDhZKXhm>c"
            "?Ee7~u#)c"
        ),
        "about": (
            "c-mD`T}YE*7(I)MbW&Lwx=Gn;vp=(PN?55-Nd+1Hv;@Nuk{}E9B8@Dlj1)@g!jNthEuzpcqUcW$A}u4VFtkuZ^DmTAt7Rp)({VSg"
            "_vZV)_j}*-oIl{-iiHD-xQ}}5MF`FySUbny!VeZ<E#h$j`50s@y7`5VkcVlGGa4S|p%_DS@Swh;k&SaK;7Q(QGHmc&+i?I^q+m17"
            "V>Nao6oFWSILyZqOtDILBk+r6&F*51PWF-v)$|a&<0n36F4w~k{d~-8Y~%}?@RYvz$ykOAY!&NFEE0MMUNQ;ky7Pf4(q=>s0x-dy"
            "_{NJ!)7*Mt*u>#3-t#IuS&PL;KrM@<Y=o;2=EdD_Xz@PRp@Tsv!bd*jC^Ip@E*kNg18m`8G_g;7JGer;>u^HfH+0Gb3+G^ll^kL_"
            "@3D#gsAf5xTp$M3UR;~ukYV;|#-w)b=;RYl(~cduqPvqq4?`Ai@d2mUN<Z{)h6Z`pEX*2|vrV2=v4;`JrHk{>Acu}K5N=j_@za&u"
            "?21#a4xEJrE2TPB9A7aD%XO{*CHhw?MdOT;hjVcqK^WmME0p^_<@QYP?L5s=A+*V>Nlq|ZzWJ^I#Hc^RV)uuU2$%n<h{7&qT8Qr~"
            "(M%hbVw3!-fk|EJqgx)iG{1t~+=h+3gh-^afn&6y&QrzD9$)-KP1u63?59)b#^j`3i6jZjD69m$WxSl;ptOG~6$?hyms*zT-(?Oe"
            "p?sdwYzJ@3Wi!e=ja>L&e{yhC+FR8Zx4Pt3_xueJ-p*LXI~GUaRKue1h8fs{Lj0D}UN%cnxb}jP#XE*Fv`SN__@_x-1OEbnHCHG"
        ),
    },
}
